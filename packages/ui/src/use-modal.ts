// A native modal <dialog> that is open while it should be, and closes when somebody clicks beside
// it. Used by the sheet and by questions; Escape and the focus are the browser's own work. A
// question inside of a sheet closes itself and not the sheet.

import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from "react";

export function useModal(
  isOpen: boolean,
  onClose: () => void,
): {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly closeOutside: (event: MouseEvent<HTMLDialogElement>) => void;
  /** For the dialog's `onClose`: the browser has closed it, by Escape for one. */
  readonly noteClosed: (event: SyntheticEvent<HTMLDialogElement>) => void;
} {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return;
    element.showModal();
    return () => element.close();
  }, [isOpen]);
  return {
    dialog,
    // The dialog's own box fills nothing but its content: a click on it came from outside.
    closeOutside: (event) => {
      if (event.target === event.currentTarget) onClose();
    },
    // React lets the event of a dialog inside of this one rise to here.
    noteClosed: (event) => {
      if (event.target === event.currentTarget) onClose();
    },
  };
}

// The address for complaints, to be copied or written to. Asked of the server each time; it has
// checked it (T83), and here it is only ever shown as text. Also where a form or a chat would be.

import { requestComplaintEmail } from "@truetick/contract";
import { buttonClass } from "@truetick/ui";
import Mail from "lucide-react/icons/mail";
import { useTranslations } from "use-intl";
import { CopyButton } from "../app/copy-button.tsx";
import { ReadBody } from "../app/read-body.tsx";
import { useRead } from "../app/use-read.ts";
import styles from "./complaint.module.css";

export function ComplaintAddress() {
  const t = useTranslations("complaint");
  const words = useTranslations("words");
  const reading = useRead(requestComplaintEmail);
  return (
    <ReadBody reading={reading}>
      {(email) => (
        <>
          <bdi dir="ltr" className={styles.address}>
            {email}
          </bdi>
          <div className={styles.ways}>
            <CopyButton text={email} label={words("copy")} />
            <a href={`mailto:${email}`} className={buttonClass("outline", "touch")}>
              <Mail size={16} />
              {t("write")}
            </a>
          </div>
        </>
      )}
    </ReadBody>
  );
}

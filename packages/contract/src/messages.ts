// The shape of a catalogue of texts, taken from the English one, which is always complete.
// A type only: server and apps read the catalogues themselves, each in its own way.

import type english from "../messages/en.json";

export type Messages = typeof english;

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${Leaves<Tree[Key]>}`;
}[keyof Tree & string];

/** Every key of the catalogue, dotted: "reasons.NOT_FOUND". */
export type MessageKey = Leaves<Messages>;

// Whether a text is a size that an order form can start with: a plain positive decimal. What a
// market takes is the market's to say.

const LOTS = /^\d{1,5}(\.\d{1,4})?$/;

export function isLots(text: string): boolean {
  return LOTS.test(text) && /[1-9]/.test(text);
}

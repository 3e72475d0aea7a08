// QR codes are drawn by the shared piece; kept apart from the first screen's code.

export { QrCode } from "@truetick/ui/qr";

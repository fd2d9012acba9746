/** A text of one line in one form: composed (NFC), without blanks around it, and with one blank between two words. */
export const plainLine = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ')

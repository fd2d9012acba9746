/** A text with another first letter. The last one of base64 may say the same in two ways. */
export const tampered = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`

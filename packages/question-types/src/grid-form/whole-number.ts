/** The whole number that digits write, of Arabic and Persian too; 0 where there is none. */
export const wholeIn = (typed: string): number =>
  Number(typed.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16)).replace(/\D/g, ''))

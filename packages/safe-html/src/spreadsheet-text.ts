/** What a spreadsheet takes for the beginning of a formula, in its full-width forms too. A line feed is what a carriage return may become. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** Whether a spreadsheet could calculate a text instead of showing it. */
export const couldBeFormula = (text: string): boolean => formulaStart.test(text)

/**
 * The text as a spreadsheet shows it without calculating anything: an apostrophe before whatever could begin a formula, and no null characters, which
 * spreadsheets leave out.
 */
export const neutralText = (text: string): string => {
  const shown = text.replaceAll('\0', '')
  return couldBeFormula(shown) ? `'${shown}` : shown
}

import { neutralText } from '@sitwell/safe-html/spreadsheet-text'

/** One field: a text, or a number as it is shown, which may begin with a minus sign. */
export interface CsvField {
  readonly text: string
  readonly isNumber?: boolean
}

/** A sign, digits and what groups or divides them: nothing that a spreadsheet could calculate. */
const plainNumber = /^[+-]?\d[\d.,\u00a0\u202f']*$/

/** The text as a spreadsheet shows it without calculating anything: an apostrophe before whatever could begin a formula. */
export const neutralised = ({ text, isNumber = false }: CsvField): string => {
  if (isNumber && plainNumber.test(text)) return text
  return neutralText(text)
}

const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * Rows as a CSV file: RFC 4180 with a header line, lines that end in CRLF, and the byte order mark without which spreadsheets read UTF-8
 * as another encoding. Formulas are neutralised in the header too.
 */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvField[])[]): string => {
  const lines = [header.map((text) => ({ text })), ...rows]
  return `\ufeff${lines.map((fields) => `${fields.map((field) => quoted(neutralised(field))).join(',')}\r\n`).join('')}`
}

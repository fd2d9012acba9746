const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Places in the list of styles below. */
export const styles = { text: 0, header: 1, formula: 2 } as const

/** What XML can't hold: controls, and halves of pairs. */
const noXml =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The text without the characters that XML can't hold. */
export const withoutInvalid = (text: string): string => text.toWellFormed().replace(noXml, '')

/**
 * A text as content or attribute of XML. `_x0041_` is how a workbook writes a character by its number, so that an underscore that would begin such a number
 * is written by its own. Parsers read ends of lines other than `\n` as `\n`, unless they are written by their numbers.
 */
export const xmlText = (text: string): string =>
  withoutInvalid(text)
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\r\u0085\u2028]/g, (one) => `&#${one.charCodeAt(0)};`)

/** Where the sheet of a number is in the archive, from 1. */
export const pathOfSheet = (number: number): string => `xl/worksheets/sheet${number}.xml`

const each = (sheets: readonly string[], write: (number: number, title: string) => string): string =>
  sheets.map((title, index) => write(index + 1, title)).join('')

/** The files of a workbook beside its sheets, whose titles are given: ISO/IEC 29500, transitional. */
export const partsOfWorkbook = (sheets: readonly string[]): readonly (readonly [path: string, xml: string])[] => [
  [
    'xl/workbook.xml',
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${each(
      sheets,
      (number, title) => `<sheet name="${xmlText(title)}" sheetId="${number}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${declaration}<Relationships xmlns="${packaged}/relationships">${each(
      sheets,
      (number) => `<Relationship Id="rId${number}" Type="${relationships}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}<Relationship Id="rIdStyles" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
  [
    '_rels/.rels',
    `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    '[Content_Types].xml',
    `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${mediaType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mediaType}.styles+xml"/>${each(
      sheets,
      (number) => `<Override PartName="/${pathOfSheet(number)}" ContentType="${mediaType}.worksheet+xml"/>`,
    )}</Types>`,
  ],
]

/** The beginning of a sheet, up to its rows. Widths are in characters. */
export const sheetStart = (widths: readonly number[], isRightToLeft: boolean): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${isRightToLeft ? ' rightToLeft="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

/** The end of a sheet whose last cell has this name; its header is a filter. */
export const sheetEnd = (lastCell: string): string => `</sheetData><autoFilter ref="A1:${lastCell}"/></worksheet>`

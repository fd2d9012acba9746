import { format, isDateFormat } from 'numfmt'
import type { PackageFiles } from '../../files/package-files.ts'
import { attributeOf, childrenOf, numberIn, xmlAt } from '../../files/xml.ts'

/** The formats that a workbook names by a number alone (ECMA-376 18.8.30). Those of dates by country stand in {@link byCountry}. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
}

/** Dates that a program shows as the country has it of whoever opens the workbook. */
const byCountry: Readonly<Record<number, string>> = { 14: 'dd/mm/yyyy', 22: 'dd/mm/yyyy h:mm' }

/** Excel takes no longer one. */
const longestCode = 255
/** Days between the first of 1900 and the first of 1904, from which some workbooks count. */
const daysTo1904 = 1462

/** How a number is shown. */
export interface ShownNumber {
  readonly text: string
  readonly isDate?: true
  /** Why it may be shown otherwise elsewhere. */
  readonly doubt?: 'country' | 'format'
}

/** Shows a number in the style of its cell, which is named by its place. */
export type ShowNumber = (value: number, style: number) => ShownNumber

/** A number in binary may be written with more digits than anybody typed. */
const plain = (value: number) => String(Number(value.toPrecision(15)))

const shownBy = (code: string, value: number, is1904: boolean): string | undefined => {
  if (code.length > longestCode) return undefined
  try {
    const shift = is1904 && isDateFormat(code) ? daysTo1904 : 0
    return format(code, value + shift).trim()
  } catch {
    return undefined
  }
}

/** Reads the number formats of a workbook. */
export const numberFormats = (files: PackageFiles, stylesFile: string, is1904: boolean): ShowNumber => {
  const root = files.has(stylesFile) ? xmlAt(files, stylesFile) : undefined
  const own = new Map(
    (root ? childrenOf(root, 'numfmts') : [])
      .flatMap((one) => childrenOf(one, 'numfmt'))
      .map((one) => [numberIn(attributeOf(one, 'numfmtid')), attributeOf(one, 'formatcode')] as const),
  )
  const styles = (root ? childrenOf(root, 'cellxfs') : [])
    .flatMap((one) => childrenOf(one, 'xf'))
    .map((one) => numberIn(attributeOf(one, 'numfmtid')) ?? 0)
  return (value, style) => {
    const id = styles[style] ?? 0
    const code = own.get(id) ?? builtIn[id] ?? byCountry[id]
    if (id === 0 || (code !== undefined && /^general$/i.test(code))) return { text: plain(value) }
    if (code === undefined) return { text: plain(value), doubt: 'format' }
    const text = shownBy(code, value, is1904)
    // A format that hides its cell hides no key.
    if (!text) return { text: plain(value), doubt: 'format' }
    const isDate = isDateFormat(code) ? { isDate: true as const } : {}
    return { text, ...isDate, ...(!own.has(id) && id in byCountry && { doubt: 'country' as const }) }
  }
}

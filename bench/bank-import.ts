import type { PackageFiles } from '../apps/server/src/import/files/package-files.ts'
import { xmlAt } from '../apps/server/src/import/files/xml.ts'
import { aiken } from '../apps/server/src/import/formats/aiken/format.ts'
import type { ExamFormat } from '../apps/server/src/import/formats/format.ts'
import { gift } from '../apps/server/src/import/formats/gift/format.ts'
import { moodle } from '../apps/server/src/import/formats/moodle/format.ts'
import { qti1 } from '../apps/server/src/import/formats/qti1/format.ts'
import { spreadsheet } from '../apps/server/src/import/formats/spreadsheet/format.ts'
import { secondsOf } from './durations.ts'

const letters = ['A', 'B', 'C', 'D']

interface Bank {
  readonly name: string
  readonly format: ExamFormat
  readonly path: string
  readonly before?: string
  readonly behind?: string
  /** One question, whose first choice is right. */
  item(number: number): string
}

const banks: readonly Bank[] = [
  {
    ...{ name: 'QTI 1.2', format: qti1, path: 'bank.xml' },
    ...{
      before: '<questestinterop><assessment ident="b"><section ident="s">',
      behind: '</section></assessment></questestinterop>',
    },
    item: (number) =>
      `<item ident="i${number}" title="Item ${number}"><presentation><material><mattext texttype="text/html">&lt;p&gt;Which is it? (${number})&lt;/p&gt;</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice>${letters.map((one) => `<response_label ident="${one}"><material><mattext>Choice ${one}</mattext></material></response_label>`).join('')}</render_choice></response_lid></presentation><resprocessing><outcomes><decvar varname="SCORE" maxvalue="100" minvalue="0" vartype="Decimal"/></outcomes><respcondition><conditionvar><varequal respident="r">A</varequal></conditionvar><setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing></item>`,
  },
  {
    ...{ name: 'Moodle XML', format: moodle, path: 'bank.xml', before: '<quiz>', behind: '</quiz>' },
    item: (number) =>
      `<question type="multichoice"><name><text>Item ${number}</text></name><questiontext format="html"><text><![CDATA[<p>Which is it? (${number})</p>]]></text></questiontext><defaultgrade>1</defaultgrade><single>true</single>${letters.map((one, at) => `<answer fraction="${at === 0 ? 100 : 0}" format="html"><text>Choice ${one}</text></answer>`).join('')}</question>`,
  },
  {
    ...{ name: 'GIFT', format: gift, path: 'bank.gift' },
    item: (number) =>
      `::Item ${number}::Which is it? (${number}) {${letters.map((one, at) => `${at === 0 ? '=' : '~'}Choice ${one}`).join(' ')}}\n\n`,
  },
  {
    ...{ name: 'Aiken', format: aiken, path: 'bank.txt' },
    item: (number) => `Which is it? (${number})\n${letters.map((one) => `${one}. Choice ${one}`).join('\n')}\nANSWER: A\n\n`,
  },
  {
    ...{ name: 'a table', format: spreadsheet, path: 'bank.csv', before: 'question,a,b,c,d,answer\n' },
    item: (number) => `Which is it? (${number}),${letters.map((one) => `Choice ${one}`).join(',')},A\n`,
  },
]

/** Questions read in a second from a bank of each format; against parsing its XML alone, where it is XML. */
export const measureBankImports = (count: number) =>
  banks.map(({ name, format, path, before = '', behind = '', item }) => {
    const text = before + Array.from({ length: count }, (_, at) => item(at + 1)).join('') + behind
    const files: PackageFiles = new Map([[path, new TextEncoder().encode(text)]])
    const parsing = path.endsWith('.xml') ? secondsOf(() => xmlAt(files, path)) : undefined
    const reading = secondsOf(() => {
      const { ok, ...read } = format.read(files, { isFolder: false })
      const questions = ok && 'package' in read ? read.package.exam.sections.flatMap((one) => one.questions ?? []) : []
      if (questions.length !== count) throw new Error(`${questions.length} questions of ${name} were read, and not ${count}.`)
    })
    return { name, perSecond: count / reading, parsedPerSecond: parsing && count / parsing }
  })

import type { ImportReport, ReportedItem, ReportedLoss } from './import-report.ts'
import { type SharedLoss, sharedAmong } from './shared-losses.ts'

/** Characters; what is longer is cut, so that a line stays a line. */
const widest = 32

const cut = (text: string) => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text)
/** Nothing of a package moves the cursor or colours a terminal. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')

const lossText = ({ what, why, loss }: ReportedLoss) =>
  plain(`${loss === 'nothing' ? 'note' : `loss of ${loss}`}: ${what}: ${why}`)

const row = ({ identifier, verdict, type, marks, marking }: ReportedItem): string[] => [
  cut(plain(identifier)),
  verdict,
  type ?? '',
  marks === null ? '' : String(marks),
  marking ?? '',
]

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

const totalsOf = ({ totals, others }: ImportReport): string => {
  const { items, faithful, withLoss, leftOut, losses } = totals
  const lost = [
    losses.marks > 0 ? plural(losses.marks, 'loss of marks', 'losses of marks') : '',
    losses.structure > 0 ? plural(losses.structure, 'loss of structure', 'losses of structure') : '',
    losses.content > 0 ? plural(losses.content, 'loss of content', 'losses of content') : '',
  ].filter(Boolean)
  const counted =
    items > 0 ? [`${plural(items, 'item')}: ${faithful} faithful, ${withLoss} with loss, ${leftOut} left out`] : []
  return [...counted, lost.join(', ') || (others.length === 0 ? 'nothing lost' : '')].filter(Boolean).join('; ')
}

const sharedText = (one: SharedLoss, name: string) => `  ${plural(one.count, name)}: ${lossText(one)}`

/** The report as lines for a terminal: a row for each item with what it lost below it, then what many lost, the rest, and the totals. */
export const tableOf = (report: ImportReport): string[] => {
  const head = ['item', 'verdict', 'type', 'marks', 'marked']
  const rows = report.items.map(row)
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((one) => (one[at] ?? '').length)))
  const line = (cells: readonly string[]) => `  ${cells.map((one, at) => one.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()
  const ofItems = sharedAmong(report.items.flatMap(({ losses }) => losses))
  const ofOthers = sharedAmong(report.others)
  const own = ({ losses }: ReportedItem) => losses.filter((one) => !ofItems.isShared(one))
  return [
    ...(rows.length > 0 ? [line(head)] : []),
    ...report.items.flatMap((item, at) => [line(rows[at] ?? []), ...own(item).map((one) => `      ${lossText(one)}`)]),
    ...ofItems.shared.map((one) => sharedText(one, 'item')),
    ...report.others.filter((one) => !ofOthers.isShared(one)).map((one) => `  ${plain(one.place)}: ${lossText(one)}`),
    ...ofOthers.shared.map((one) => sharedText(one, 'place')),
    `  ${totalsOf(report)}`,
  ]
}

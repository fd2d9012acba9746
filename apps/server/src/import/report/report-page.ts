import type { ImportReport, ReportedLoss } from './import-report.ts'
import { sharedAmong } from './shared-losses.ts'

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? '')

const lossItem = ({ what, why, loss }: ReportedLoss, place = '') =>
  `<li><b>${loss === 'nothing' ? 'note' : `loss of ${loss}`}</b> ${escaped(place ? `${place}: ` : '')}${escaped(what)}: ${escaped(why)}</li>`

const lossList = (items: readonly string[]) => (items.length > 0 ? `<ul>${items.join('')}</ul>` : '')

const section = ({ file, exam, items, others, totals }: ImportReport): string => {
  const ofItems = sharedAmong(items.flatMap(({ losses }) => losses))
  const ofOthers = sharedAmong(others)
  const rows = items.map(
    (one) =>
      `<tr class="${one.verdict.replace(' ', '-')}"><th scope="row">${escaped(one.identifier)}<small>${escaped(one.place)}</small></th><td>${one.verdict}</td><td>${escaped(one.type ?? '')}</td><td>${one.marks ?? ''}</td><td>${escaped(one.marking ?? '')}</td><td>${lossList(one.losses.filter((loss) => !ofItems.isShared(loss)).map((loss) => lossItem(loss)))}</td></tr>`,
  )
  const table =
    rows.length > 0
      ? `<table><caption>${totals.items} items: ${totals.faithful} faithful, ${totals.withLoss} with loss, ${totals.leftOut} left out</caption><thead><tr>${['Item', 'Verdict', 'Type', 'Marks', 'Marked', 'Lost or told'].map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
      : ''
  const shared = ofItems.shared.map((one) => lossItem(one, `${one.count} items`))
  const many = shared.length > 0 ? `<h3>In several items</h3>${lossList(shared)}` : ''
  const rest = [
    ...others.filter((one) => !ofOthers.isShared(one)).map((one) => lossItem(one, one.place)),
    ...ofOthers.shared.map((one) => lossItem(one, `${one.count} places`)),
  ]
  const beside = rest.length > 0 ? `<h3>Beside the items</h3>${lossList(rest)}` : ''
  return `<section><h2>${escaped(exam)}</h2><p>${escaped(file)}</p>${table}${many}${beside}</section>`
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1d232b;background:#fff}
table{border-collapse:collapse;width:100%}caption{text-align:start;font-weight:600;padding:.5rem 0}
th,td{border-block-end:1px solid #c5ccd4;padding:.5rem;text-align:start;vertical-align:top}th small{display:block;font-weight:400;color:#4c5866}
tr.faithful td:nth-child(2){color:#0b6b3a}tr.with-loss td:nth-child(2){color:#8a4b00;font-weight:600}tr.left-out td:nth-child(2){color:#a11a1a;font-weight:600}
ul{margin:0;padding-inline-start:1.2rem}
@media (prefers-color-scheme:dark){body{color:#e6eaef;background:#14181d}th,td{border-color:#3b4550}th small{color:#a9b4c0}tr.faithful td:nth-child(2){color:#6fd39b}tr.with-loss td:nth-child(2){color:#f0b35c}tr.left-out td:nth-child(2){color:#ff9a9a}}`

/** The reports as one page that loads nothing: it can be mailed, kept and printed. */
export const pageOf = (reports: readonly ImportReport[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>What was imported</title><style>${style}</style></head><body><h1>What was imported</h1>${reports.map(section).join('')}</body></html>\n`

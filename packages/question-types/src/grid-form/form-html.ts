import { maxFormHtmlCharacters } from '@sitwell/contract'
import { customWords } from './custom-value.ts'
import { withoutSeparators } from './field-value.ts'
import type { GridComponent, GridField, GridForm, GridRow } from './form.ts'
import { type GridAnswer, isRowShown } from './grid-answer.ts'
import { wordsOnPicture } from './on-picture.ts'
import { playsIn } from './plays.ts'
import { saidOf } from './said-of-drawing.ts'

const characters: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => withoutSeparators(text).replace(/[&<>"]/g, (one) => characters[one] ?? one)

/** The words of an author's HTML: enough to see which row this is. */
const wordsOf = (html: string) =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)

/** What stands in a field, in words. */
export const shownValue = (field: GridField, value: string): string => {
  switch (field.kind) {
    case 'radio':
    case 'dropdown':
      return field.options.find(({ id }) => id === value)?.name ?? value
    case 'checkbox':
      return '☑'
    case 'hotspot':
    case 'areaOrder':
    case 'areaPairs':
    case 'areaCards':
    case 'points':
      return wordsOnPicture(field, value)
    case 'recording':
      return `▶ ${playsIn(value)?.count ?? 0}`
    case 'drawing':
      return `✎ ${saidOf(value)}`.trim()
    case 'custom':
      return customWords(value)
    case 'timer':
      return field.finishedText
    default:
      return value
  }
}

const componentHtml =
  (answer: GridAnswer) =>
  (component: GridComponent): string => {
    if (component.kind === 'text') return escapeHtml(wordsOf(component.html))
    if (!('id' in component)) return ''
    const value = answer.values.get(component.id)
    const shown = value === undefined ? '' : escapeHtml(shownValue(component, value)).replace(/\r\n?|\n/g, '<br>')
    return `${escapeHtml(component.label)}: <b>${shown}</b>`
  }

const rowHtml = (row: GridRow, answer: GridAnswer): string => {
  const cells = row.cells.map((cell) => cell.components.map(componentHtml(answer)).filter(Boolean).join('<br>'))
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

/**
 * The form as it stands, for whoever reads the answer without the exam at hand: the rows that are shown, with what each field is
 * called and holds. It is written from the question and the answer, never taken from the page. Whole rows, as many as fit.
 */
export const formHtml = (form: GridForm, answer: GridAnswer): string => {
  const [before, after] = ['<table>', '</table>']
  let room = maxFormHtmlCharacters - before.length - after.length
  const rows: string[] = []
  for (const row of form.rows) {
    if (!isRowShown(form, answer, row)) continue
    const html = rowHtml(row, answer)
    if (html.length > room) break
    room -= html.length
    rows.push(html)
  }
  return [before, ...rows, after].join('')
}

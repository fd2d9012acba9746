import { type AnsweredParts, sumOfParts } from '@sitwell/exam/paper/answered'
import type { FilesAtQuestion } from '../type-rules.ts'
import { customWords } from './custom-value.ts'
import { componentsOf, fieldsOf, type GridField, type GridForm } from './form.ts'
import { type GridAnswer, isClosed, isRowShown } from './grid-answer.ts'
import { partsOf } from './on-picture.ts'
import { notPlayed, playsIn } from './plays.ts'

const one = (isGiven: boolean): AnsweredParts => ({ given: isGiven ? 1 : 0, wanted: 1 })
const nothing: AnsweredParts = { given: 0, wanted: 0 }

const atLeast = (count: number, wanted: number): AnsweredParts => ({ given: Math.min(count, wanted), wanted })

/** A date of which only the year, month or day was chosen is begun. */
const dateParts = (value: string): AnsweredParts => ({
  given: Number(value !== '') + Number(value !== '' && !/(^0000|-00)/.test(value)),
  wanted: 2,
})

/** What one field asks for. An unticked box may be an answer, so that a box asks for nothing and counts if it is ticked. */
const fieldParts = (field: GridField, value: string, files: FilesAtQuestion | undefined): AnsweredParts => {
  switch (field.kind) {
    case 'timer':
      return nothing
    case 'checkbox':
      return value === '' ? nothing : one(true)
    case 'recording':
      return atLeast((playsIn(value) ?? notPlayed).count, field.least)
    case 'calendar':
      return dateParts(value)
    case 'input':
      return field.format === 'date' ? dateParts(value) : one(value.trim() !== '')
    case 'textarea':
      return one(value.trim() !== '')
    case 'areaOrder':
    case 'areaPairs':
    case 'areaCards':
    case 'points':
      return atLeast(partsOf(value).length, Math.max(1, field.least))
    case 'custom':
      return one(customWords(value) !== '')
    case 'fileButton': {
      const isThere = value !== '' && (!files?.areAll || files.names.has(value))
      return { ...one(isThere), lacksFile: !isThere }
    }
    default:
      return one(value !== '')
  }
}

/**
 * What a form asks for: each field of the rows that show, and an action if a button offers one. A form that was closed by an action, or
 * confirmed, is whole as it stands. Where no field asks for anything, any that was touched is the answer.
 */
export const formParts = (form: GridForm, answer: GridAnswer, files: FilesAtQuestion | undefined): AnsweredParts => {
  if (isClosed(answer)) return one(true)
  const shown = { ...form, rows: form.rows.filter((row) => isRowShown(form, answer, row)) }
  const heldIn = ({ id }: GridField) => answer.values.get(id) ?? ''
  const fields = fieldsOf(shown)
  const asked = sumOfParts(fields.map((field) => fieldParts(field, heldIn(field), files)))
  const endsInAction = componentsOf(shown).some((component) => component.kind === 'button' && component.action !== undefined)
  if (endsInAction) return { ...asked, wanted: asked.wanted + 1 }
  return asked.wanted > 0 ? asked : one(fields.some((field) => field.kind !== 'timer' && heldIn(field) !== ''))
}

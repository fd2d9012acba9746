import { useLocale } from 'react-aria-components/I18nProvider'
import { currentYear, daysIn, monthNames, readDay, writeDay } from './day-of-year.ts'
import { FieldGroup } from './field-frame.tsx'
import styles from './fields.module.css'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'

/** A day and a month; the year is the one that it is, so that no other can be chosen. */
export const DateEntry = ({ field, hands }: { readonly field: ComponentOf<'input'>; readonly hands: FormHands }) => {
  const { answer, isLocked, text, fill, elementId, nowMs } = hands
  const { locale } = useLocale()
  const year = currentYear(nowMs())
  const id = elementId(field.id)
  const chosen = readDay(answer.values.get(field.id) ?? '', year)
  const parts = [
    {
      name: 'day',
      label: text('question.gridDay'),
      options: Array.from({ length: daysIn(year, chosen.month) }, (_, index) => String(index + 1)),
    },
    { name: 'month', label: text('question.gridMonth'), options: monthNames(locale) },
  ] as const
  return (
    <FieldGroup field={field} elementId={id}>
      <div className={styles.date}>
        {parts.map(({ name, label, options }) => (
          <select
            key={name}
            className={styles.select}
            aria-label={label}
            value={chosen[name]}
            disabled={isLocked}
            onChange={(event) => fill(field, writeDay({ ...chosen, [name]: Number(event.target.value) }, year))}
          >
            <option value={0}>{label}</option>
            {options.map((option, index) => (
              <option key={option} value={index + 1}>
                {option}
              </option>
            ))}
          </select>
        ))}
        <span className={styles.year}>{chosen.year}</span>
      </div>
    </FieldGroup>
  )
}

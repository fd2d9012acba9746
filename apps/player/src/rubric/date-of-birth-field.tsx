import { TextField } from '@sitwell/ui/text-field.tsx'
import { useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { isPicked, isSameDate, type PickedDate } from './date-of-birth.ts'
import { Matches } from './identifier-field.tsx'
import styles from './rubric-page.module.css'

const parts = [
  { name: 'day', label: 'rubric.day', length: 2, autoComplete: 'bday-day' },
  { name: 'month', label: 'rubric.month', length: 2, autoComplete: 'bday-month' },
  { name: 'year', label: 'rubric.year', length: 4, autoComplete: 'bday-year' },
] as const

/** The learner picks the date of birth that we have (spec 2 §2, mode 2): three fields, because one knows it by heart. */
export const DateOfBirthField = ({
  dateOfBirth,
  isConfirmed,
  onConfirm,
}: {
  readonly dateOfBirth: string
  readonly isConfirmed: boolean
  onConfirm(isConfirmed: boolean): void
}) => {
  const { text } = usePlayer()
  const [picked, setPicked] = useState<PickedDate>({ day: '', month: '', year: '' })
  const isWrong = isPicked(picked) && !isConfirmed
  return (
    <fieldset className={styles.field} aria-describedby="dob-error">
      <legend className={styles.legend}>{text('rubric.pickDob')}</legend>
      <div className={styles.parts}>
        {parts.map(({ name, label, length, autoComplete }) => (
          <div key={name} className={styles[name]}>
            <TextField
              label={text(label)}
              value={picked[name]}
              onChange={(value) => {
                const next = { ...picked, [name]: value }
                setPicked(next)
                onConfirm(isSameDate(next, dateOfBirth))
              }}
              autoComplete={autoComplete}
              inputMode="numeric"
              maxLength={length}
              isLiteral
              hasNoError
            />
          </div>
        ))}
      </div>
      <p id="dob-error" role="status" className={styles.dobError}>
        {isWrong && text('rubric.dobNoMatch')}
      </p>
      <Matches isShown={isConfirmed} />
    </fieldset>
  )
}

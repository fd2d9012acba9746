import { TextField } from '@sitwell/ui/text-field.tsx'
import { useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { isPicked, isSameDate, type PickedDate, readIsoDate } from './date-of-birth.ts'
import { Matches } from './identifier-field.tsx'
import styles from './rubric-page.module.css'

const parts = [
  { name: 'day', label: 'rubric.day', length: 2, autoComplete: 'bday-day' },
  { name: 'month', label: 'rubric.month', length: 2, autoComplete: 'bday-month' },
  { name: 'year', label: 'rubric.year', length: 4, autoComplete: 'bday-year' },
] as const

interface Entry {
  readonly picked: PickedDate
  onPick(picked: PickedDate): void
}

/** A browser without date fields makes a text field of one, in which no format is known. */
const hasDateField = () => {
  const input = document.createElement('input')
  input.type = 'date'
  return input.type === 'date'
}

/** The browser's own date field: the date is picked in its calendar, or typed. */
const DateField = ({ isWrong, onPick }: Pick<Entry, 'onPick'> & { readonly isWrong: boolean }) => {
  const { text } = usePlayer()
  const [value, setValue] = useState('')
  return (
    <div className={styles.date}>
      <TextField
        type="date"
        label={text('rubric.pickDob')}
        value={value}
        onChange={(next) => {
          setValue(next)
          onPick(readIsoDate(next))
        }}
        autoComplete="bday"
        error={isWrong ? text('rubric.dobNoMatch') : undefined}
      />
    </div>
  )
}

const PartFields = ({ picked, isWrong, onPick }: Entry & { readonly isWrong: boolean }) => {
  const { text } = usePlayer()
  return (
    <fieldset className={styles.fields} aria-describedby="dob-error">
      <legend className={styles.legend}>{text('rubric.pickDob')}</legend>
      <div className={styles.parts}>
        {parts.map(({ name, label, length, autoComplete }) => (
          <div key={name} className={styles[name]}>
            <TextField
              label={text(label)}
              value={picked[name]}
              onChange={(value) => onPick({ ...picked, [name]: value })}
              autoComplete={autoComplete}
              inputMode="numeric"
              maxLength={length}
              isLiteral
              hasNoError
            />
          </div>
        ))}
      </div>
      <p id="dob-error" role="alert" className={styles.dobError}>
        {isWrong && text('rubric.dobNoMatch')}
      </p>
    </fieldset>
  )
}

/** The learner picks the date of birth that we have (spec 2 §2, mode 2). */
const DateOfBirthField = ({
  dateOfBirth,
  isConfirmed,
  onConfirm,
}: {
  readonly dateOfBirth: string
  readonly isConfirmed: boolean
  onConfirm(isConfirmed: boolean): void
}) => {
  const [picked, setPicked] = useState<PickedDate>({ day: '', month: '', year: '' })
  const [isPicker] = useState(hasDateField)
  const isWrong = isPicked(picked) && !isConfirmed
  const pick = (next: PickedDate) => {
    setPicked(next)
    onConfirm(isSameDate(next, dateOfBirth))
  }
  return (
    <div className={styles.field}>
      {isPicker ? (
        <DateField isWrong={isWrong} onPick={pick} />
      ) : (
        <PartFields picked={picked} isWrong={isWrong} onPick={pick} />
      )}
      <Matches isShown={isConfirmed} />
    </div>
  )
}
export default DateOfBirthField

import density from '@sitwell/office-ui/density.module.css'
import { TextArea, TextInput } from '@sitwell/office-ui/text-input.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './mark-schemes.module.css'
import type { CriterionValues, LevelValues } from './scheme-values.ts'

interface Lines {
  readonly count: number
  onMove(by: -1 | 1): void
  onRemove(): void
}

const mostDigits = 17

const LevelFields = ({
  of,
  name,
  error,
  onChange,
  onRemove,
}: {
  readonly of: LevelValues
  /** “level 2 of criterion 1” */
  readonly name: string
  readonly error: string | undefined
  onChange(changed: Partial<LevelValues>): void
  onRemove(): void
}) => {
  const { text } = useOffice()
  return (
    <>
      <div className={styles.level}>
        <TextInput
          label={text('schemes.levelMarks', { name })}
          isRequired
          maxLength={mostDigits}
          error={error}
          value={of.marks}
          onChange={(marks) => onChange({ marks })}
        />
        <TextArea
          label={text('schemes.levelDescription', { name })}
          maxLength={2000}
          value={of.description}
          onChange={(description) => onChange({ description })}
        />
      </div>
      <div className={styles.acts}>
        <Button className={density.press} onPress={onRemove}>
          {text('schemes.removeLevel', { name })}
        </Button>
      </div>
    </>
  )
}

/** The fields of one criterion, and the buttons that move and remove it. */
export const CriterionFields = ({
  of,
  at,
  lines,
  errorOf,
  onChange,
}: {
  readonly of: CriterionValues
  readonly at: number
  readonly lines: Lines
  errorOf(field: string): string | undefined
  onChange(changed: Partial<CriterionValues>): void
}) => {
  const { text } = useOffice()
  const number = at + 1
  const { title, description, minMarks, maxMarks, levels } = of
  const changeLevel = (place: number, changed: Partial<LevelValues>) =>
    onChange({ levels: levels.map((one, which) => (which === place ? { ...one, ...changed } : one)) })
  const addLevel = () => {
    const taken = new Set(levels.map(({ key }) => key))
    let next = levels.length
    while (taken.has(`${of.key}-${next}`)) next += 1
    onChange({ levels: [...levels, { key: `${of.key}-${next}`, marks: '', description: '' }] })
  }
  return (
    <fieldset className={styles.criterion} data-criterion={of.key}>
      <legend>{text('schemes.criterionNumber', { number })}</legend>
      <TextInput
        label={text('schemes.title')}
        isRequired
        maxLength={300}
        error={errorOf('title')}
        value={title}
        onChange={(typed) => onChange({ title: typed })}
      />
      <TextArea
        label={text('schemes.description')}
        maxLength={5000}
        value={description}
        onChange={(typed) => onChange({ description: typed })}
      />
      <div className={styles.pair}>
        <TextInput
          label={text('schemes.maxMarks')}
          isRequired
          maxLength={mostDigits}
          error={errorOf('maxMarks')}
          value={maxMarks}
          onChange={(typed) => onChange({ maxMarks: typed })}
        />
        <TextInput
          label={text('schemes.minMarks')}
          help={text('schemes.minMarksHelp')}
          maxLength={mostDigits}
          error={errorOf('minMarks')}
          value={minMarks}
          onChange={(typed) => onChange({ minMarks: typed })}
        />
      </div>
      {levels.map((one, place) => (
        <LevelFields
          key={one.key}
          of={one}
          name={text('schemes.levelName', { level: place + 1, number })}
          error={errorOf(`levels.${place}.marks`)}
          onChange={(changed) => changeLevel(place, changed)}
          onRemove={() => onChange({ levels: levels.filter(({ key }) => key !== one.key) })}
        />
      ))}
      <div className={styles.acts}>
        <Button className={density.press} onPress={addLevel}>
          {text('schemes.addLevel', { number })}
        </Button>
        {at > 0 && (
          <Button className={density.press} onPress={() => lines.onMove(-1)}>
            {text('schemes.moveUp', { number })}
          </Button>
        )}
        {at < lines.count - 1 && (
          <Button className={density.press} onPress={() => lines.onMove(1)}>
            {text('schemes.moveDown', { number })}
          </Button>
        )}
        <Button className={density.press} onPress={lines.onRemove}>
          {text('schemes.remove', { number })}
        </Button>
      </div>
    </fieldset>
  )
}

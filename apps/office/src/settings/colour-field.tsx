import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { formatColour, parseColour } from '@sitwell/themes/colour'
import styles from './look.module.css'
import { useSettingsText } from './settings-text.ts'

/** A colour, typed or picked: the browser's own picker beside the field. */
export const ColourField = ({
  label,
  help,
  value,
  usual,
  error,
  mayChange,
  onValue,
}: {
  readonly label: string
  readonly help: string
  readonly value: string
  /** What an empty field represents, as `#rrggbb`. */
  readonly usual: string
  readonly error: string | undefined
  readonly mayChange: boolean
  onValue(value: string): void
}) => {
  const text = useSettingsText()
  const shown = parseColour(value)
  return (
    <div className={styles.colour}>
      <TextInput
        label={label}
        help={help}
        value={value}
        error={error}
        onChange={onValue}
        isLiteral
        isReadOnly={!mayChange}
        maxLength={40}
      />
      <input
        type="color"
        className={styles.picker}
        aria-label={text('look.pick', { name: label })}
        disabled={!mayChange}
        value={shown === undefined ? usual : formatColour(shown)}
        onChange={({ target }) => onValue(target.value)}
      />
    </div>
  )
}

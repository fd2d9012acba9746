import { isSameIdentifier } from '@sitwell/exam/organisation/identifier'
import { Icon } from '@sitwell/ui/icon.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { useState } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import styles from './rubric-page.module.css'

/** The learner types the identifier that we have (spec 2 §2, mode 2). A wrong one is told once the field is left. */
export const IdentifierField = ({
  label,
  identifier,
  isConfirmed,
  onConfirm,
}: {
  readonly label: string
  readonly identifier: string
  readonly isConfirmed: boolean
  onConfirm(isConfirmed: boolean): void
}) => {
  const { text } = usePlayer()
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const isWrong = isLeft && typed !== '' && !isConfirmed
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears of the field within it
    <div className={styles.field} onBlur={() => setLeft(true)}>
      <TextField
        label={label}
        value={typed}
        onChange={(value) => {
          setTyped(value)
          setLeft(false)
          onConfirm(isSameIdentifier(value, identifier))
        }}
        error={isWrong ? text('rubric.identifierNoMatch', { type: label }) : undefined}
        autoComplete="off"
        isLiteral
      />
      <Matches isShown={isConfirmed} />
    </div>
  )
}

/** Says that what was typed is right, in the space kept for the error. */
export const Matches = ({ isShown }: { readonly isShown: boolean }) => {
  const { text } = usePlayer()
  return (
    <p className={styles.matches} role="status">
      {isShown && (
        <>
          <Icon name="check" />
          <span>{text('rubric.matches')}</span>
        </>
      )}
    </p>
  )
}

import { identifierType } from '@sitwell/exam/organisation/identifier'
import type { Confirmation } from '@sitwell/exam/organisation/rubric-confirmations'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { lazy, Suspense } from 'react'
import { usePlayer } from '../context/player-context.tsx'
import { dateInWords } from './date-of-birth.ts'

/** Most organisations ask for neither, and their learners never load them. */
const DateOfBirthField = lazy(() => import('./date-of-birth-field.tsx'))
const IdentifierField = lazy(async () => ({ default: (await import('./identifier-field.tsx')).IdentifierField }))

const typeText = { NI: 'rubric.identifierNi', PPS: 'rubric.identifierPps', other: 'rubric.identifierOther' } as const

/** The confirmation of a date of birth or an identifier: a box in mode 1, a field in mode 2 (spec 2 §2). */
export const ConfirmationField = ({
  confirmation,
  isConfirmed,
  onConfirm,
}: {
  readonly confirmation: Extract<Confirmation, { id: 'dob' | 'identifier' }>
  readonly isConfirmed: boolean
  onConfirm(isConfirmed: boolean): void
}) => {
  const { text, language } = usePlayer()
  const { id, mode, value } = confirmation
  const type = text(typeText[identifierType(value)])
  if (mode === 1) {
    return (
      <Checkbox isSelected={isConfirmed} onChange={onConfirm}>
        {id === 'dob'
          ? text('rubric.confirmDob', { date: dateInWords(value, language.code) })
          : text('rubric.confirmIdentifier', { type, value })}
      </Checkbox>
    )
  }
  const field = { isConfirmed, onConfirm }
  return (
    <Suspense fallback={null}>
      {id === 'dob' ? (
        <DateOfBirthField dateOfBirth={value} {...field} />
      ) : (
        <IdentifierField label={type} identifier={value} {...field} />
      )}
    </Suspense>
  )
}

import type { Failure } from '@sitwell/client/api'
import { officeErasePerson, officePreviewErasure, type PersonState } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { nameOf } from '../people/person-name.ts'
import { ErasureLists } from './erasure-lists.tsx'

const spoken = (name: string) => name.trim().replaceAll(/\s+/gu, ' ').toLowerCase()

const hindranceText = { 'sitting-under-way': 'data.erase.underWay', 'last-owner': 'failure.lastOwner' } as const

const problemText = (failure: Failure, text: OfficeText): string => {
  if (failure.kind !== 'refused') return failureText(failure, text)
  if (failure.code === 'CHANGED_MEANWHILE') return text('data.erase.changed')
  return failure.code === 'IN_USE' ? text('data.erase.underWay') : failureText(failure, text)
}

/** Shows what erasing a person takes away and what stays, and does it once the name is typed and a reason is given. */
export const EraseDialog = ({
  person,
  onErased,
  onClose,
}: {
  readonly person: PersonState
  onErased(): void
  onClose(): void
}) => {
  const { api, text } = useOffice()
  const { userID } = person
  const name = nameOf(person)
  const preview = useQuery({ ...officeQuery(api, officePreviewErasure, { body: { userID } }), staleTime: 0, gcTime: 0 })
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  const { data } = preview
  const hindrance = data?.hindrance

  const erase = async (reason: string) => {
    if (data === undefined) return
    if (spoken(typed) !== spoken(name)) {
      setWrong(true)
      field.current?.querySelector('input')?.focus()
      return
    }
    setPending(true)
    setProblem(undefined)
    const outcome = await api.call(officeErasePerson, { body: { userID, hash: data.hash, name: typed, reason } })
    if (outcome.ok) return onErased()
    setPending(false)
    setProblem(problemText(outcome, text))
    void preview.refetch()
  }
  return (
    <ConfirmDialog
      title={text('data.erase.title', { name })}
      consequences={[text('data.erase.noUndo')]}
      confirm={text('data.erase')}
      isDangerous
      asksReason={data !== undefined && hindrance === undefined}
      isReady={data !== undefined && hindrance === undefined}
      isPending={isPending}
      problem={problem ?? (hindrance && text(hindranceText[hindrance]))}
      onConfirm={(reason) => void erase(reason)}
      onClose={onClose}
    >
      <div role="status">{preview.isPending && text('data.erase.loading')}</div>
      {data === undefined && preview.isError && (
        <>
          <Problem>{text('data.erase.failed')}</Problem>
          <Button className={density.press} onPress={() => void preview.refetch()}>
            {text('table.retry')}
          </Button>
        </>
      )}
      {data !== undefined && <ErasureLists erasure={data} />}
      {data !== undefined && hindrance === undefined && (
        <div ref={field}>
          <TextInput
            label={text('data.erase.name', { name })}
            value={typed}
            onChange={(value) => {
              setTyped(value)
              setWrong(false)
            }}
            error={isWrong ? text('data.erase.nameWrong') : undefined}
            isRequired
            isLiteral
            maxLength={500}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}

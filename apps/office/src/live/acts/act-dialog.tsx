import type { LiveRow, LiveView } from '@sitwell/contract'
import { FormDialog } from '@sitwell/office-ui/form-dialog.tsx'
import { useEffect, useState } from 'react'
import { type OfficeText, useOffice } from '../../office-context.tsx'
import { nameOf } from '../../people/person-name.ts'
import type { LiveStore } from '../feed/live-store.ts'
import { BlindNote } from '../pulse.tsx'
import { ActFields } from './act-fields.tsx'
import styles from './acts.module.css'
import { AffectedList } from './affected-list.tsx'
import { actOf, draftToPreview, emptyDraft, faultsOf, type LiveActId } from './live-acts.ts'
import type { Sending } from './sending.ts'
import { type ActPreview, useActPreview } from './use-act-preview.ts'
import { type LiveActResult, useSending } from './use-sending.ts'

/** An act on some people that a dialog is open for. */
export interface OpenAct {
  readonly id: LiveActId
  readonly people: readonly LiveRow[]
}

/** Everybody but those whom the server leaves as they are; somebody who stands so already may have changed by the time it is done. */
const peopleToName = (preview: ActPreview): readonly string[] =>
  preview.is === 'shown' ? preview.people.filter(({ outcome }) => outcome !== 'refused').map(({ rowID }) => rowID) : []

const problemOf = (sending: Sending<LiveActResult>, text: OfficeText): string | undefined => {
  if (sending.is === 'unknown') return text('live.act.unknown')
  if (sending.is !== 'open' || sending.refusal === undefined) return undefined
  return sending.refusal === 'NOT_ALLOWED' ? text('failure.notAllowed') : text('failure.other', { code: sending.refusal })
}

/** What came of an act, in a sentence or two. */
const resultText = (title: string, { people }: LiveActResult, text: OfficeText): string => {
  const refused = people.filter(({ outcome }) => outcome === 'refused').length
  const done = people.length - refused
  return [
    done === 0 ? text('live.act.nobody', { act: title }) : text('live.act.done', { act: title, count: done }),
    ...(refused > 0 ? [text('live.act.refused', { count: refused })] : []),
  ].join(' ')
}

/** Acts of which the dialog says what they do. */
const explained = ['free-device', 'evacuate', 'end', 'hold-start', 'waive', 'rest-break', 'end-rest-break'] as const
type Explained = (typeof explained)[number]
const isExplained = (id: LiveActId): id is Explained => explained.some((one) => one === id)

/** Asks for what an act needs, shows whom it concerns, and sends it. */
export const ActDialog = ({
  act: { id, people },
  view,
  store,
  isStored,
  onDone,
  onClose,
}: {
  readonly act: OpenAct
  readonly view: LiveView
  readonly store: LiveStore
  /** Whether the live view has an action of this id by now: it was stored although no reply came. */
  isStored(requestId: string): boolean
  onDone(notice: string): void
  onClose(): void
}) => {
  const { text } = useOffice()
  const [draft, setDraft] = useState(emptyDraft)
  const [tried, setTried] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { state, send } = useSending()
  const faults = faultsOf(id, draft)
  const toPreview = draftToPreview(draft)
  const ids = people.map(({ rowID }) => rowID)
  const isKnown = faultsOf(id, toPreview).length === 0
  const { preview, again } = useActPreview(isKnown ? actOf(id, toPreview) : undefined, ids)
  const [waits, setWaits] = useState(false)
  const named = peopleToName(preview)
  const title = text(`live.act.${id}`)
  const [only] = people
  const who = people.length === 1 && only !== undefined ? nameOf(only) : text('live.people', { count: people.length })
  const submit = async () => {
    setTried(true)
    setErrors(Object.fromEntries(faults.map((field) => [field, field])))
    setWaits(faults.length === 0 && preview.is !== 'shown')
    if (faults.length > 0 || preview.is !== 'shown' || named.length === 0) return
    const result = await send(actOf(id, draft), named)
    if (result !== undefined) onDone(resultText(title, result, text))
  }
  const isThere = state.is === 'unknown' && isStored(state.requestId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    if (isThere) onDone(text('live.act.stored', { act: title }))
  }, [isThere])
  // Nobody is counted before it is known who will be affected.
  const applyText = preview.is === 'shown' ? text('live.act.apply', { act: title, count: named.length }) : title
  const submitText = state.is === 'unknown' ? text('live.act.again') : applyText
  const isLocked = state.is === 'sent' || state.is === 'unknown'
  const nobody = preview.is === 'shown' && named.length === 0 && tried ? text('live.affected.nobody') : undefined
  const waiting = waits && preview.is === 'loading' ? text('live.affected.wait') : undefined
  return (
    <FormDialog
      title={text('live.act.title', { act: title, who })}
      submit={submitText}
      errors={errors}
      problem={problemOf(state, text) ?? nobody ?? waiting}
      isPending={state.is === 'sent'}
      onSubmit={() => void submit()}
      onCancel={onClose}
    >
      {/* The page behind a dialog is dimmed, and screen readers skip it. */}
      <div className={styles.note}>
        <BlindNote store={store} />
      </div>
      {isExplained(id) && <p className={styles.about}>{text(`live.about.${id}`)}</p>}
      <fieldset disabled={isLocked} className={styles.fields}>
        <ActFields id={id} draft={draft} faults={tried ? faults : []} view={view} onChange={setDraft} />
      </fieldset>
      <AffectedList preview={preview} rows={new Map(people.map((row) => [row.rowID, row]))} onAgain={again} />
    </FormDialog>
  )
}

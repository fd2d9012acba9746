import { type AccommodationState, officeAccommodations, officeWithdrawAccommodation, type PersonState } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import type { Done } from '../people/person-acts.ts'
import { nameOf } from '../people/person-name.ts'
import styles from '../people/section.module.css'
import { Section } from '../people/section.tsx'
import { useAct, useReadAgain } from '../people/use-act.ts'
import { AccommodationRow } from './accommodation-row.tsx'
import { examText, whatText } from './accommodation-text.ts'
import own from './accommodations.module.css'
import { accommodationFailure, EditAccommodation } from './edit-accommodation.tsx'

interface Props {
  readonly person: PersonState
  onDone(done: Done): void
}

const useAccommodations = ({ userID }: PersonState) => {
  const { api } = useOffice()
  const queries = useQueryClient()
  const readPage = useReadAgain()
  const query = useQuery(officeQuery(api, officeAccommodations, { query: { userID } }))
  const readAgain = () => {
    readPage()
    void queries.invalidateQueries({ queryKey: [officeAccommodations.name] })
  }
  return { ...query, readAgain }
}

/** Asks why one is withdrawn, and withdraws it. */
const Withdraw = ({
  person,
  accommodation,
  onDone,
  onAgain,
  onClose,
}: Props & { readonly accommodation: AccommodationState; onAgain(): void; onClose(): void }) => {
  const { api, text } = useOffice()
  const act = useAct((failure, words) => accommodationFailure(failure, words) ?? failureText(failure, words))
  const withdraw = async (reason: string) => {
    const { accommodationID, version } = accommodation
    const body = { userID: person.userID, accommodationID, version, reason }
    const done = await act.run(() => api.call(officeWithdrawAccommodation, { body }))
    onAgain()
    if (!done?.ok) return
    const count = done.value.sittings
    onClose()
    onDone({ notice: count === 0 ? text('accommodation.withdrawn') : text('accommodation.withdrawnNow', { count }) })
  }
  return (
    <ConfirmDialog
      title={text('accommodation.withdrawTitle', { name: nameOf(person) })}
      consequences={[whatText(accommodation, text), text('accommodation.withdrawUsed'), text('accommodation.withdrawListed')]}
      confirm={text('accommodation.withdraw')}
      isDangerous
      asksReason
      isPending={act.isPending}
      problem={act.problem}
      onConfirm={(reason) => void withdraw(reason)}
      onClose={onClose}
    />
  )
}

type Asked =
  | { readonly is: 'edit'; readonly accommodation: AccommodationState | undefined }
  | { readonly is: 'withdraw'; readonly accommodation: AccommodationState }

const Accommodations = ({ person, onDone }: Props) => {
  const { text } = useOffice()
  const { data, error, isError, refetch, readAgain } = useAccommodations(person)
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  // Of a person who isn't in the part of the organisation in which the caller may see them.
  if (error?.failure.kind === 'refused' && error.failure.code === 'NOT_ALLOWED') return null
  const saved = (count: number | undefined) => {
    close()
    readAgain()
    if (count === undefined) return onDone({ notice: text('person.unchanged') })
    onDone({ notice: count === 0 ? text('accommodation.saved') : text('accommodation.savedNow', { count }) })
  }
  const { accommodations = [], exams = [], mayWrite = false } = data ?? {}
  return (
    <Section
      title={text('accommodation.title')}
      actions={
        mayWrite && (
          <Button className={density.press} onPress={() => setAsked({ is: 'edit', accommodation: undefined })}>
            {text('accommodation.add')}
          </Button>
        )
      }
    >
      {data === undefined && !isError && <p className={styles.quiet}>{text('accommodation.loading')}</p>}
      {isError && (
        <div className={styles.acts}>
          <Problem>{text('accommodation.failed')}</Problem>
          <Button className={density.press} onPress={() => void refetch()}>
            {text('table.retry')}
          </Button>
        </div>
      )}
      {data !== undefined && accommodations.length === 0 && <p className={styles.quiet}>{text('accommodation.none')}</p>}
      {accommodations.length > 0 && (
        <ul className={styles.list}>
          {accommodations.map((one) => {
            const mayChange = mayWrite && !one.isWithdrawn
            return (
              <AccommodationRow
                key={one.accommodationID}
                accommodation={one}
                onChange={mayChange ? () => setAsked({ is: 'edit', accommodation: one }) : undefined}
                onWithdraw={mayChange ? () => setAsked({ is: 'withdraw', accommodation: one }) : undefined}
              />
            )
          })}
        </ul>
      )}
      {exams.length > 0 && (
        <>
          <h3 className={own.heading}>{text('accommodation.exams')}</h3>
          <ul className={styles.list}>
            {exams.map((exam) => (
              <li key={exam.scheduleGuid} className={styles.row}>
                <div className={styles.body}>
                  <div>
                    <bdi>{exam.examName}</bdi>
                  </div>
                  <div className={styles.small}>{examText(exam, text)}</div>
                  {exam.beyondWindow > 0 && (
                    <div className={own.beyond}>{text('accommodation.beyond', { count: exam.beyondWindow })}</div>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {asked?.is === 'edit' && (
        <EditAccommodation
          userID={person.userID}
          name={nameOf(person)}
          accommodation={asked.accommodation}
          onSaved={saved}
          onMeanwhile={readAgain}
          onClose={close}
        />
      )}
      {asked?.is === 'withdraw' && (
        <Withdraw person={person} accommodation={asked.accommodation} onDone={onDone} onAgain={readAgain} onClose={close} />
      )}
    </Section>
  )
}

/** The section with a person's accommodations. It renders nothing for callers without `accommodations.read`. */
export const PersonAccommodations = (props: Props) => {
  const { may } = useOffice()
  return may('accommodations.read', 'anywhere') ? <Accommodations {...props} /> : null
}

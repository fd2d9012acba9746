import { officePerson, type ReplyOf } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { StatusLine } from '@sitwell/office-ui/status-line.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { PersonDocuments } from '../accommodations/documents/person-documents.tsx'
import { PersonAccommodations } from '../accommodations/person-accommodations.tsx'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { ErasedPerson } from '../person-data/erased-person.tsx'
import { PersonData } from '../person-data/person-data.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { EditPerson } from './edit-person.tsx'
import { PersonAccess } from './person-access.tsx'
import type { Done } from './person-acts.ts'
import { PersonFacts } from './person-facts.tsx'
import { PersonGroups } from './person-groups.tsx'
import { nameOf } from './person-name.ts'
import styles from './person-page.module.css'
import { PersonRoles } from './person-roles.tsx'
import { PersonTimeline } from './person-timeline.tsx'
import { Section } from './section.tsx'
import { useReadAgain } from './use-act.ts'
import { useMomentText } from './use-moment-text.ts'
import { useResultFocus } from './use-result-focus.ts'
import { WayInLink } from './way-in.tsx'

const minuteMs = 60_000

type Shown = ReplyOf<typeof officePerson>

const Details = ({ shown, onDone }: { readonly shown: Shown; onDone(done: Done): void }) => {
  const { text } = useOffice()
  const readAgain = useReadAgain()
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const { person, may, isSelf } = shown
  const name = nameOf(person)
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    // Back to where the form was opened from, as soon as that is there again.
    if (wasEditing.current && !isEditing) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const close = () => setEditing(false)
  if (isEditing)
    return (
      <Section title={text('person.editOf', { name })} className={styles.details}>
        <EditPerson
          person={person}
          contactFixed={may.changeContact ? undefined : text(isSelf ? 'person.contactOwn' : 'person.contactFixed')}
          onSaved={(saved, hasChanged) => {
            close()
            readAgain()
            onDone({ notice: hasChanged ? text('person.saved', { name: nameOf(saved) }) : text('person.unchanged') })
          }}
          onMeanwhile={readAgain}
          onCancel={close}
        />
      </Section>
    )
  return (
    <Section
      title={text('person.details')}
      className={styles.details}
      actions={
        may.change && (
          <Button ref={edit} className={density.press} onPress={() => setEditing(true)}>
            {text('person.edit')}
          </Button>
        )
      }
    >
      {isSelf && <p className={styles.self}>{text('person.isSelf')}</p>}
      <PersonFacts person={person} />
    </Section>
  )
}

const Person = ({ shown, onAgain, isOld }: { readonly shown: Shown; onAgain(): void; readonly isOld: boolean }) => {
  const { text } = useOffice()
  const [done, setDone] = useState<Done>()
  const { person } = shown
  const name = nameOf(person)
  const moment = useMomentText()
  const result = useResultFocus(done, shown)
  return (
    <div className={styles.page}>
      <div ref={result} tabIndex={-1} className={styles.result}>
        <Notice onClose={() => setDone(undefined)}>{done?.notice}</Notice>
        {done?.access && <WayInLink access={done.access} name={name} />}
      </div>
      {person.isSuspended && (
        <div className={styles.suspended}>
          <Icon name="lock" className={styles.icon} />
          <span>{text('person.isSuspended', { name })}</span>
        </div>
      )}
      {isOld && (
        <div className={styles.failed}>
          <Problem>{text('person.failedKept', { time: moment(shown.asOf) })}</Problem>
          <Button className={density.press} onPress={onAgain}>
            {text('table.retry')}
          </Button>
        </div>
      )}
      <div className={styles.columns}>
        <Details shown={shown} onDone={setDone} />
        <div className={styles.side}>
          <PersonAccess shown={shown} onDone={setDone} />
          <PersonAccommodations person={shown.person} onDone={setDone} />
          <PersonDocuments person={shown.person} onDone={setDone} />
          <PersonGroups shown={shown} />
          <PersonRoles shown={shown} onDone={setDone} />
          <PersonData shown={shown} onDone={setDone} />
        </div>
        <PersonTimeline userID={person.userID} className={styles.timeline} />
      </div>
      <StatusLine asOfMs={Date.parse(shown.asOf)} staleAfterMs={5 * minuteMs} />
    </div>
  )
}

/** One person: what is known of them, how they get in, their roles, and what happened. */
const PersonPage = ({ userID }: { readonly userID: number }) => {
  const { api, text } = useOffice()
  const { data, error, isError, refetch } = useQuery(officeQuery(api, officePerson, { query: { userID } }))
  const isMissing = error?.failure.kind === 'refused' && ['NOT_FOUND', 'INVALID_REQUEST'].includes(error.failure.code)
  const isErased = isMissing && error.failure.details?.some(({ message }) => message === 'erased') === true
  const person = isErased ? undefined : data
  const name = person === undefined ? undefined : nameOf(person.person)
  return (
    <OfficePage
      title={name ?? text(isErased ? 'data.isErased' : 'people.heading')}
      above={<OfficeLink to="/people">{text('people.back')}</OfficeLink>}
      isLoading={data === undefined && !isError}
    >
      {isErased && <ErasedPerson userID={userID} />}
      {person !== undefined && <Person shown={person} isOld={isError} onAgain={() => void refetch()} />}
      {data === undefined && !isError && <p role="status">{text('person.loading')}</p>}
      {data === undefined && isError && !isErased && (
        <div className={styles.failed}>
          <Problem>{text(isMissing ? 'person.notFound' : 'person.failed')}</Problem>
          {!isMissing && (
            <Button className={density.press} onPress={() => void refetch()}>
              {text('table.retry')}
            </Button>
          )}
        </div>
      )}
    </OfficePage>
  )
}

export default PersonPage

import { adminLogin, findPeople, type LoginResponse, logout } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Chip } from '@sitwell/ui/chip.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Player } from '../context/player.ts'
import { usePlayer } from '../context/player-context.tsx'
import { type FoundPerson, type PeopleSteps, peopleMachine } from './people.machine.ts'
import styles from './people.module.css'

type EnterAs = (login: LoginResponse) => Promise<void>

const nameOf = ({ firstName, lastName }: FoundPerson) => `${firstName} ${lastName}`.trim()

const usePeople = (enterAs: EnterAs) => {
  const { api, client } = usePlayer()
  const steps = useMemo<PeopleSteps>(
    () => ({
      find: async (search) => {
        const outcome = await api.call(findPeople, { body: { search } })
        if (!outcome.ok) throw new Error(outcome.message)
        return outcome.value
      },
      enter: async ({ userID }) => {
        const outcome = await api.call(adminLogin, { params: { org: client.id }, query: { userID } })
        if (!outcome.ok) return outcome.kind === 'refused' && outcome.code === 'ACCOUNT_SUSPENDED' ? 'suspended' : 'failed'
        // The code is the learner's own, and this page asks for nobody's: what was half opened is closed again.
        if (outcome.value.MfaRequired) {
          const { UserGUID: userGUID, access_token: bearer } = outcome.value
          await api.call(logout, { query: { userGUID } }, { bearer })
          return 'second step'
        }
        await enterAs(outcome.value)
        return 'entered'
      },
    }),
    [api, client, enterAs],
  )
  return useMachine(peopleMachine, { input: { steps } })
}

/** How many were found, or that nobody was. */
const summaryOf = (
  text: Player['text'],
  { people, isMore }: { readonly people: readonly FoundPerson[]; readonly isMore: boolean },
  search: string,
) => {
  const count = people.length
  if (count === 0 && search !== '') return text('people.nobody', { search })
  return text(isMore ? 'people.more' : 'people.found', { count })
}

const Entry = ({ person, onEnter }: { readonly person: FoundPerson; onEnter(): void }) => {
  const { text } = usePlayer()
  const name = nameOf(person)
  return (
    <li className={styles.entry}>
      <div className={styles.about}>
        <h2 className={styles.name} dir="auto">
          {name}
        </h2>
        {person.suspended && (
          <Chip icon="lock" kind="calm">
            {text('people.suspended')}
          </Chip>
        )}
        <bdi className={styles.username}>{person.username}</bdi>
      </div>
      {!person.suspended && (
        <Button aria-label={text('people.enterNamed', { name, username: person.username })} onPress={onEnter}>
          {text('people.enter')}
        </Button>
      )}
    </li>
  )
}

const ConfirmEntry = ({
  person,
  isEntering,
  onCancel,
  onConfirm,
}: {
  readonly person: FoundPerson
  readonly isEntering: boolean
  onCancel(): void
  onConfirm(): void
}) => {
  const { text } = usePlayer()
  return (
    <Dialog
      role="alertdialog"
      title={text('people.confirmTitle', { name: nameOf(person) })}
      onClose={isEntering ? undefined : onCancel}
      actions={
        <>
          <Button autoFocus isDisabled={isEntering} onPress={onCancel}>
            {text('people.stay')}
          </Button>
          <Button variant="primary" isPending={isEntering} onPress={onConfirm}>
            {text('people.enter')}
          </Button>
        </>
      }
    >
      <p>{text('people.confirm')}</p>
    </Dialog>
  )
}

/** Where an administrator looks for a learner and signs in as them (spec 1 §7), to see what they see. */
const PeoplePage = ({ enterAs }: { readonly enterAs: EnterAs }) => {
  const { text, session } = usePlayer()
  const navigate = useNavigate()
  const [snapshot, send] = usePeople(enterAs)
  const [typed, setTyped] = useState('')
  const { found, person, notice, search } = snapshot.context
  const isSearching = snapshot.matches('searching')
  const isEntering = snapshot.matches('entering') || snapshot.matches('entered')
  const title = text('people.title')
  useAppBar({ title, isLoading: isSearching || isEntering })
  const { admin } = session.user
  useEffect(() => {
    if (!admin) void navigate({ to: '/schedules', replace: true })
  }, [admin, navigate])
  const noticeRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (notice) noticeRef.current?.focus()
  }, [notice])
  if (!admin) return null

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'search', search: typed.trim() })
  }
  const name = person ? nameOf(person) : ''
  const message =
    notice &&
    {
      'second step': text('people.secondStep', { name }),
      suspended: text('people.isSuspended', { name }),
      failed: text('people.enterFailed'),
    }[notice]
  const summary = found && !isSearching ? summaryOf(text, found, search) : ''
  return (
    <Page heading={title}>
      <div className={styles.content}>
        <Button className={styles.start} onPress={() => navigate({ to: '/schedules' })}>
          <Icon name="previous" />
          {text('signIns.back')}
        </Button>
        <p>{text('people.intro')}</p>
        <form className={styles.search} role="search" onSubmit={onSubmit}>
          <TextField
            label={text('people.search')}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            maxLength={200}
            isLiteral
            hasNoError
          />
          <Button type="submit" variant="primary">
            {text('people.find')}
          </Button>
        </form>
        <p ref={noticeRef} role="alert" tabIndex={-1} className={styles.notice}>
          {message}
        </p>
        <p role="status" className={styles.summary}>
          {summary}
        </p>
        {isSearching && !found && <Spinner label={text('people.searching')} />}
        {snapshot.matches('failed') && (
          <Card className={styles.failed}>
            <p role="alert">{text('people.failed')}</p>
            <Button variant="primary" onPress={() => send({ type: 'search', search })}>
              {text('signIns.again')}
            </Button>
          </Card>
        )}
        {found && found.people.length > 0 && (
          <ul className={styles.list} aria-busy={isSearching}>
            {found.people.map((one) => (
              <Entry key={one.userID} person={one} onEnter={() => send({ type: 'choose', person: one })} />
            ))}
          </ul>
        )}
      </div>
      {person && (snapshot.matches('confirming') || isEntering) && (
        <ConfirmEntry
          person={person}
          isEntering={isEntering}
          onCancel={() => send({ type: 'cancelled' })}
          onConfirm={() => send({ type: 'confirmed' })}
        />
      )}
    </Page>
  )
}

export default PeoplePage

import { endOwnSessions, ownSessions } from '@sitwell/contract'
import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useAppBar } from '@sitwell/ui/app-bar-state.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Chip } from '@sitwell/ui/chip.tsx'
import { Icon } from '@sitwell/ui/icon.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { useMachine } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import type { Player } from '../context/player.ts'
import { usePlayer } from '../context/player-context.tsx'
import { EndSignInDialog } from './end-sign-in-dialog.tsx'
import { type SignIn, type SignInsNotice, signInsMachine } from './sign-ins.machine.ts'
import styles from './sign-ins.module.css'
import { useDeviceName } from './use-device-name.ts'
import { useMoment } from './use-moment.ts'

const useSignIns = () => {
  const { api } = usePlayer()
  const steps = useMemo(
    () => ({
      read: async () => {
        const outcome = await api.call(ownSessions, {})
        if (!outcome.ok && outcome.kind === 'refused' && outcome.code === 'NOT_ALLOWED') return 'refused' as const
        if (!outcome.ok) throw new Error(outcome.message)
        return outcome.value.sessions
      },
      end: async (which: string | 'others', password: string) => {
        const outcome = await api.call(endOwnSessions, { body: { ids: which === 'others' ? which : [which], password } })
        if (!outcome.ok && outcome.kind === 'refused' && outcome.code === 'TOO_MANY_REQUESTS') return 'too-often' as const
        if (!outcome.ok) throw new Error(outcome.message)
        return outcome.value.isWrong ? ('wrong' as const) : outcome.value.ended.length
      },
    }),
    [api],
  )
  return useMachine(signInsMachine, { input: { steps } })
}

const Entry = ({ signIn, onEnd }: { readonly signIn: SignIn; readonly onEnd: (() => void) | undefined }) => {
  const { text } = usePlayer()
  const moment = useMoment()
  const device = useDeviceName()(signIn)
  const { isThis, endedAt, startedAt, usedAt, address, byAdministrator } = signIn
  return (
    <li className={styles.entry}>
      <div className={styles.about}>
        <h3 className={styles.device} dir="auto">
          {device}
        </h3>
        {isThis && (
          <Chip icon="check" kind="done">
            {text('signIns.this')}
          </Chip>
        )}
        {byAdministrator && (
          <Chip icon="info" kind="calm">
            {text('signIns.byAdministrator')}
          </Chip>
        )}
        <dl className={styles.facts}>
          <dt>{text('signIns.started')}</dt>
          <dd>
            <time dateTime={startedAt}>{moment(startedAt)}</time>
          </dd>
          <dt>{endedAt === undefined ? text('signIns.used') : text('signIns.ended')}</dt>
          <dd>
            <time dateTime={endedAt ?? usedAt}>{moment(endedAt ?? usedAt)}</time>
          </dd>
          <dt>{text('signIns.address')}</dt>
          <dd>{address === undefined ? text('signIns.noAddress') : <bdi>{address}</bdi>}</dd>
        </dl>
      </div>
      {onEnd && (
        <Button variant="danger" aria-label={text('signIns.endNamed', { device, used: moment(usedAt) })} onPress={onEnd}>
          {text('signIns.end')}
        </Button>
      )}
    </li>
  )
}

const Over = ({ signIns }: { readonly signIns: readonly SignIn[] }) => {
  const { text } = usePlayer()
  if (signIns.length === 0) return null
  return (
    <section aria-labelledby="sign-ins-over">
      <h2 id="sign-ins-over">{text('signIns.over')}</h2>
      <ul className={styles.list}>
        {signIns.map((one) => (
          <Entry key={one.id} signIn={one} onEnd={undefined} />
        ))}
      </ul>
    </section>
  )
}

/** What can be done about all others at once. */
const Others = ({ count, onEnd }: { readonly count: number; onEnd(): void }) => {
  const { text } = usePlayer()
  if (count === 0) return <p>{text('signIns.onlyThis')}</p>
  if (count === 1) return null
  return (
    <Button variant="danger" onPress={onEnd}>
      {text('signIns.endOthers')}
    </Button>
  )
}

/** The result of ending a sign-in. */
const wordsOf = (text: Player['text'], notice: SignInsNotice) =>
  notice.is === 'ended' ? text('signIns.done', { count: notice.count }) : text('signIns.endFailed')

/** Where one's account is in use, and was in the last days; what isn't one's own can be ended. */
const SignInsPage = () => {
  const { text } = usePlayer()
  const navigate = useNavigate()
  const [snapshot, send] = useSignIns()
  const { signIns, which, isAgain } = snapshot.context
  const [isShown, isRefused] = [snapshot.matches('shown'), snapshot.matches('refused')]
  const isFailed = snapshot.matches('failed') || (snapshot.matches('reading') && isAgain)
  const isWaiting = snapshot.matches('reading') && signIns.length === 0 && !isAgain
  const isConfirming = snapshot.matches('confirming') || snapshot.matches('ending')
  const notice = isShown || snapshot.matches('failed') ? snapshot.context.notice : undefined
  const title = text('signIns.title')
  useAppBar({ title, isLoading: snapshot.matches('reading') || snapshot.matches('ending') })

  // The entry and its button may be gone: the result of it takes the focus.
  const noticeRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (notice) noticeRef.current?.focus()
  }, [notice])
  const openRef = useRef<HTMLHeadingElement>(null)
  const isShownAgain = isShown && isAgain
  useEffect(() => {
    if (isShownAgain) openRef.current?.focus()
  }, [isShownAgain])

  const open = signIns.filter(({ endedAt }) => endedAt === undefined)
  const others = open.filter(({ isThis }) => !isThis)
  const message = notice && wordsOf(text, notice)
  const end = (id: string) => () => send({ type: 'end', which: id })
  return (
    <Page heading={title}>
      <div className={styles.content}>
        <Button className={styles.start} onPress={() => navigate({ to: '/schedules' })}>
          <Icon name="previous" />
          {text('signIns.back')}
        </Button>
        <p>{text(isRefused ? 'signIns.notYours' : 'signIns.intro')}</p>
        <p ref={noticeRef} role="status" tabIndex={-1} className={styles.notice}>
          {message}
        </p>
        {isWaiting && <Spinner label={text('signIns.waiting')} />}
        {isFailed && (
          <Card className={styles.failed}>
            <p role="alert">{text('signIns.failed')}</p>
            <Button variant="primary" isPending={snapshot.matches('reading')} onPress={() => send({ type: 'retry' })}>
              {text('signIns.again')}
            </Button>
          </Card>
        )}
        {signIns.length > 0 && !isFailed && (
          <>
            <section aria-labelledby="sign-ins-open">
              <h2 ref={openRef} id="sign-ins-open" tabIndex={-1}>
                {text('signIns.open')}
              </h2>
              <ul className={styles.list}>
                {open.map((one) => (
                  <Entry key={one.id} signIn={one} onEnd={one.isThis ? undefined : end(one.id)} />
                ))}
              </ul>
              <Others count={others.length} onEnd={end('others')} />
            </section>
            <Button className={styles.start} onPress={() => navigate({ to: '/password' })}>
              <Icon name="lock" />
              {text('password.change.title')}
            </Button>
            <Over signIns={signIns.filter(({ endedAt }) => endedAt !== undefined)} />
          </>
        )}
      </div>
      {isConfirming && (
        <EndSignInDialog
          signIn={signIns.find(({ id }) => id === which)}
          isEnding={snapshot.matches('ending')}
          refusal={snapshot.context.refusal}
          onConfirmed={(password) => send({ type: 'confirmed', password })}
          onCancelled={() => send({ type: 'cancelled' })}
        />
      )}
    </Page>
  )
}

export default SignInsPage

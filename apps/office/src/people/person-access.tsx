import type { officePerson, ReplyOf } from '@sitwell/contract'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { type ActName, actNames, acts, type Done } from './person-acts.ts'
import { nameOf } from './person-name.ts'
import styles from './section.module.css'
import { Section } from './section.tsx'
import { useAct } from './use-act.ts'
import { useMomentText } from './use-moment-text.ts'
import { wayInText } from './way-in.tsx'

/** How a person gets in, and what the caller may do about it. What the server doesn't allow has no button. */
export const PersonAccess = ({ shown, onDone }: { readonly shown: ReplyOf<typeof officePerson>; onDone(done: Done): void }) => {
  const { api, text } = useOffice()
  const moment = useMomentText()
  const [asked, setAsked] = useState<ActName>()
  const act = useAct()
  const { person, secondStep, sessions, may } = shown
  const name = nameOf(person)
  const allowed = actNames.filter((one) => may[one])
  const ask = (one: ActName | undefined) => {
    act.forget()
    setAsked(one)
  }
  const confirm = async (one: ActName, reason: string) => {
    const say = (access: Parameters<typeof wayInText>[0]) => wayInText(access, name, text, moment)
    const done = await act.run(() => acts[one].run({ api, standing: shown, reason, text, say }))
    if (done === undefined) return
    setAsked(undefined)
    onDone(done)
  }
  return (
    <Section title={text('access.title')}>
      <dl className={styles.facts}>
        <dt>{text('access.secondStep')}</dt>
        <dd>
          {[
            text(`access.secondStep.${secondStep.way}`),
            ...(secondStep.recoveryCodes > 0 ? [text('access.codes', { count: secondStep.recoveryCodes })] : []),
          ].join(' · ')}
        </dd>
        <dt>{text('access.sessions')}</dt>
        <dd>
          {sessions.player + sessions.office === 0 ? text('access.noSessions') : text('access.sessionsOf', { ...sessions })}
        </dd>
      </dl>
      {allowed.length === 0 ? (
        <p className={styles.quiet}>{text('act.none')}</p>
      ) : (
        <div className={styles.acts}>
          {allowed.map((one) => (
            <Button key={one} className={density.press} onPress={() => ask(one)}>
              {text(`act.${one}`)}
            </Button>
          ))}
        </div>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          key={asked}
          title={text(`act.${asked}.title`, { name })}
          consequences={acts[asked].consequences(shown, text)}
          confirm={text(`act.${asked}`)}
          isDangerous={acts[asked].isDangerous ?? false}
          asksReason={acts[asked].asksReason ?? false}
          isPending={act.isPending}
          problem={act.problem}
          onConfirm={(reason) => void confirm(asked, reason)}
          onClose={() => ask(undefined)}
        />
      )}
    </Section>
  )
}

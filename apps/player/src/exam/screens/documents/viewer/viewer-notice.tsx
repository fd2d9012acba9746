import type { MessageId } from '@sitwell/i18n/message-ids'
import { Button } from '@sitwell/ui/button.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { type FormEvent, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { usePlayer } from '../../../../context/player-context.tsx'
import type { DocumentFailure, documentMachine } from '../document.machine.ts'
import styles from './viewer-notice.module.css'

const reasons: Readonly<Record<DocumentFailure, MessageId>> = {
  broken: 'pdf.broken',
  'too-large': 'pdf.tooLarge',
  missing: 'pdf.missing',
  unreachable: 'pdf.unreachable',
}

/** What stands instead of the pages: that they are being opened, what keeps them closed, and the way on. */
export const ViewerNotice = ({
  state,
  send,
  onClose,
}: {
  readonly state: SnapshotFrom<typeof documentMachine>
  readonly send: ActorRefFrom<typeof documentMachine>['send']
  onClose(): void
}) => {
  const { text } = usePlayer()
  const { failure, isWrong } = state.context
  if (failure) {
    return (
      <div role="alert" className={styles.notice}>
        <p className={styles.title}>{text('pdf.brokenTitle')}</p>
        <p>{text(reasons[failure])}</p>
        <div className={styles.actions}>
          <Button onPress={onClose}>{text('pdf.close')}</Button>
          <Button variant="primary" onPress={() => send({ type: 'RETRY' })}>
            {text('pdf.tryAgain')}
          </Button>
        </div>
      </div>
    )
  }
  if (state.matches({ there: 'locked' }))
    return <Locked isWrong={isWrong} onAnswer={(password) => send({ type: 'ANSWERED', password })} />
  return (
    <div role="status" className={styles.notice}>
      <Spinner />
      <p>{text('pdf.opening')}</p>
      {state.matches({ there: { opening: 'slow' } }) && <p>{text('pdf.slow')}</p>}
    </div>
  )
}

const Locked = ({ isWrong, onAnswer }: { readonly isWrong: boolean; onAnswer(password: string): void }) => {
  const { text } = usePlayer()
  const [password, setPassword] = useState('')
  const answer = (event: FormEvent) => {
    event.preventDefault()
    onAnswer(password)
  }
  return (
    <form className={styles.notice} onSubmit={answer}>
      <p className={styles.title}>{text('pdf.lockedTitle')}</p>
      <p>{text('pdf.locked')}</p>
      <TextField
        label={text('pdf.password')}
        value={password}
        onChange={setPassword}
        type="password"
        autoComplete="off"
        isLiteral
        autoFocus
        error={isWrong ? text('pdf.wrongPassword') : undefined}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          {text('pdf.open')}
        </Button>
      </div>
    </form>
  )
}

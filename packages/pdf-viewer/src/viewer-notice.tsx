import { Button } from '@sitwell/ui/button.tsx'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { TextField } from '@sitwell/ui/text-field.tsx'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { documentMachine } from './document.machine.ts'
import { useViewer } from './viewer-context.tsx'
import styles from './viewer-notice.module.css'

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
  const { text, words, wayOut } = useViewer()
  const { failure, isWrong } = state.context
  if (failure) {
    return (
      <div role="alert" className={styles.notice}>
        <p className={styles.title}>{text('pdf.brokenTitle')}</p>
        <p>{words[failure]}</p>
        <div className={styles.actions}>
          <Button onPress={onClose}>{text('pdf.close')}</Button>
          <Button variant="primary" onPress={() => send({ type: 'RETRY' })}>
            {text('pdf.tryAgain')}
          </Button>
          {wayOut}
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
  const { text, words, wayOut } = useViewer()
  const [password, setPassword] = useState('')
  const answer = (event: SyntheticEvent) => {
    event.preventDefault()
    onAnswer(password)
  }
  /** Enter is taken here, so that no shortcut of the page around the viewer acts on it too. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    answer(event)
  }
  return (
    <form className={styles.notice} onSubmit={answer} onKeyDown={onKeyDown}>
      <p className={styles.title}>{text('pdf.lockedTitle')}</p>
      <p>{words.locked}</p>
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
        {wayOut}
      </div>
    </form>
  )
}

import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import type { LaterMessages } from '../preload/later-messages.ts'

/** Asks whether to go to a part whose time begins by that. */
export const BeginDialog = ({
  words,
  part,
  gives,
  isOneWay,
  onEnd,
}: {
  readonly words: LaterMessages
  readonly part: string
  /** How long it is. */
  readonly gives: string
  readonly isOneWay: boolean
  onEnd(isWanted: boolean): void
}) => (
  <Dialog
    role="alertdialog"
    title={words('part-time.begin', { part })}
    onClose={() => onEnd(false)}
    actions={
      <>
        <Button onPress={() => onEnd(false)} autoFocus>
          {words('part-time.cancel')}
        </Button>
        <Button variant="primary" isIrreversible onPress={() => onEnd(true)}>
          {words('part-time.confirm')}
        </Button>
      </>
    }
  >
    <p>
      <span>{gives}</span> {!isOneWay && <span>{words('part-time.stands')}</span>}
    </p>
  </Dialog>
)

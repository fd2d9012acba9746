import { Button } from '@sitwell/ui/button.tsx'
import { Dialog } from '@sitwell/ui/dialog.tsx'
import { usePlayer } from '../context/player-context.tsx'
import type { SignIn } from './sign-ins.machine.ts'
import { useDeviceName } from './use-device-name.ts'
import { useMoment } from './use-moment.ts'

/** Asks before a sign-in is ended, or all others where none is given: somebody may be sitting an exam there. */
export const EndSignInDialog = ({
  signIn,
  isEnding,
  onConfirmed,
  onCancelled,
}: {
  readonly signIn: SignIn | undefined
  readonly isEnding: boolean
  onConfirmed(): void
  onCancelled(): void
}) => {
  const { text } = usePlayer()
  const moment = useMoment()
  const deviceName = useDeviceName()
  return (
    <Dialog
      role="alertdialog"
      title={text(signIn ? 'signIns.endTitle' : 'signIns.endOthersTitle')}
      onClose={isEnding ? undefined : onCancelled}
      actions={
        <>
          <Button autoFocus isDisabled={isEnding} onPress={onCancelled}>
            {text('signIns.keep')}
          </Button>
          <Button variant="danger" isIrreversible isPending={isEnding} onPress={onConfirmed}>
            {text(signIn ? 'signIns.end' : 'signIns.endOthers')}
          </Button>
        </>
      }
    >
      {signIn && <p dir="auto">{text('signIns.deviceUsed', { device: deviceName(signIn), used: moment(signIn.usedAt) })}</p>}
      <p>{text('signIns.endLoses')}</p>
    </Dialog>
  )
}

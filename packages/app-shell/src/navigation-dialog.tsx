import type { Catalogue } from '@sitwell/i18n/catalogue'
import { Button } from '@sitwell/ui/button.tsx'
import { LazyDialog as Dialog } from './lazy-dialog.tsx'

/** What the learner is told of the browser's buttons: an exam isn't opened by them, or they led away from the sign-in. */
export type NavigationAlert = 'cannotNavigate' | 'interrupted'

export const NavigationDialog = ({
  alert,
  text,
  onClose,
}: {
  readonly alert: NavigationAlert
  text: Catalogue['text']
  onClose(): void
}) => (
  <Dialog
    role="alertdialog"
    title={text(`navigation.${alert}Title`)}
    onClose={onClose}
    actions={
      <Button variant="primary" autoFocus onPress={onClose}>
        {text('navigation.ok')}
      </Button>
    }
  >
    <p>{text(`navigation.${alert}`)}</p>
  </Dialog>
)

import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useVisitor } from '../../api/player-context.tsx'
import { Button } from '../../ui/button.tsx'
import { LazyDialog as Dialog } from './lazy-dialog.tsx'
import { navigationRule } from './navigation-rule.ts'

type Alert = 'cannotNavigate' | 'interrupted'

/** Watches the browser's back and forward buttons, and says so where they were stopped or led away from the sign-in. */
export const NavigationAlert = () => {
  const { text } = useVisitor()
  const [alert, setAlert] = useState<Alert>()
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ current, next, action }) => {
      const rule = navigationRule(current.pathname, next.pathname, action)
      if (rule === 'block completely') setAlert('cannotNavigate')
      if (rule === 'proceed with alert') setAlert('interrupted')
      return rule === 'block completely'
    },
  })
  if (alert === undefined) return null
  return (
    <Dialog
      role="alertdialog"
      title={text(`navigation.${alert}Title`)}
      actions={
        <Button variant="primary" autoFocus onPress={() => setAlert(undefined)}>
          {text('navigation.ok')}
        </Button>
      }
    >
      <p>{text(`navigation.${alert}`)}</p>
    </Dialog>
  )
}

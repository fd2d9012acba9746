import { useAppVisitor } from '@sitwell/app-core/visitor-context.tsx'
import { useBlocker } from '@sitwell/navigation/navigation.tsx'
import { useState } from 'react'
import { type NavigationAlert as Alert, NavigationDialog } from './navigation-dialog.tsx'
import type { RuleOfMoves } from './navigation-rule.ts'

/** Watches the browser's back and forward buttons within the signed-in area, and says so where they were stopped. */
export const NavigationAlert = ({ rule: ruleOf }: { readonly rule: RuleOfMoves }) => {
  const { text } = useAppVisitor()
  const [alert, setAlert] = useState<Alert>()
  useBlocker(({ from, to, action }) => {
    const rule = ruleOf(from.pathname, to.pathname, action)
    if (rule === 'block completely') setAlert('cannotNavigate')
    if (rule === 'proceed with alert') setAlert('interrupted')
    return rule === 'block completely'
  })
  return alert === undefined ? null : <NavigationDialog alert={alert} text={text} onClose={() => setAlert(undefined)} />
}

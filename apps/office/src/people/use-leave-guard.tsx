import { useBlocker } from '@sitwell/navigation/navigation.tsx'
import { ConfirmDialog } from '@sitwell/office-ui/confirm-dialog.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useOffice } from '../office-context.tsx'

/** Asks before what was typed is lost: by a dialog for moves within the office, and in the browser's own words when the page is closed. */
export const useLeaveGuard = (hasTyped: boolean): ReactNode => {
  const { text } = useOffice()
  const [decide, setDecide] = useState<(mayLeave: boolean) => void>()
  useBlocker((_move, signal) => {
    if (!hasTyped) return false
    return new Promise<boolean>((resolve) => {
      const answer = (mayLeave: boolean) => {
        setDecide(undefined)
        resolve(!mayLeave)
      }
      signal.addEventListener('abort', () => answer(false), { once: true })
      setDecide(() => answer)
    })
  })
  useEffect(() => {
    if (!hasTyped) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasTyped])
  if (decide === undefined) return null
  return (
    <ConfirmDialog
      title={text('person.leave')}
      consequences={[text('person.leaveLoses')]}
      confirm={text('person.leaveConfirm')}
      isDangerous
      onConfirm={() => decide(true)}
      onClose={() => decide(false)}
    />
  )
}

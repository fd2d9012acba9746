import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { loadingIndicatorMachine } from './loading-indicator.machine.ts'

/** Whether the loading indicator shows. */
export const useLoadingIndicator = (isReady: boolean): boolean => {
  const [state, send] = useMachine(loadingIndicatorMachine)
  useEffect(() => send({ type: isReady ? 'READY' : 'LOADING' }), [isReady, send])
  return !state.matches('hidden')
}

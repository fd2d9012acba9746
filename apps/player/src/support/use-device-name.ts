import { usePlayer } from '../context/player-context.tsx'
import type { SignIn } from './sign-ins.machine.ts'

/** Names the device of a sign-in, as far as it is known. */
export const useDeviceName = () => {
  const { text } = usePlayer()
  return ({ browser, system }: SignIn) =>
    browser !== undefined && system !== undefined
      ? text('signIns.device', { browser, system })
      : (browser ?? system ?? text('signIns.unknownDevice'))
}

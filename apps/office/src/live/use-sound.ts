import { useMemo, useState } from 'react'
import { useOffice, useOfficeParts } from '../office-context.tsx'
import { keptSound, type SoundChoice } from './sound.ts'

/** Whether requests sound, and how that is changed. */
export const useSound = (): SoundChoice => {
  const { facts } = useOffice()
  const { environment } = useOfficeParts().app
  const { userGuid } = facts.person
  const kept = useMemo(() => keptSound(environment.localStorage, userGuid), [environment, userGuid])
  const [isOn, setOn] = useState(kept.get)
  return {
    isOn,
    change: (next) => {
      kept.set(next)
      setOn(next)
    },
  }
}

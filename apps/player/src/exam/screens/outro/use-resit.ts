import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { schedulesStore } from '../../../context/held-schedules.ts'

/** Resit: leaves the exam for the schedules, and enters it again from there (spec 3 §4). */
export const useResit = (examGuid: string): (() => void) => {
  const navigate = useNavigate()
  return () => {
    // What the list held is from before the exam; the server has a new schedule for the resit.
    schedulesStore.clear()
    void navigate({ to: '/schedules' }).then((isShown) => isShown && navigate({ to: `/exam/${examGuid}` }))
  }
}

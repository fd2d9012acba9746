import { useNavigate, useRouter } from '@tanstack/react-router'
import { schedulesStore } from '../../../context/held-schedules.ts'

/** Resit: leaves the exam for the schedules, and enters it anew from there (spec 3 §4). */
export const useResit = (examGuid: string): (() => void) => {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    // What the list held is from before the exam; the server has a new schedule for the resit.
    schedulesStore.clear()
    const stop = router.subscribe('onRendered', ({ toLocation }) => {
      if (toLocation.pathname !== '/schedules') return
      stop()
      void navigate({ to: `/exam/${examGuid}` })
    })
    void navigate({ to: '/schedules' })
  }
}

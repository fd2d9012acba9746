import { Chip } from '@sitwell/ui/chip.tsx'
import { progressLook, progressOf } from '@sitwell/ui/progress-look.ts'
import { usePlayer } from '../context/player-context.tsx'

/** A status in words, with its own shape. */
export const StatusChip = ({ status }: { readonly status: number }) => {
  const { text } = usePlayer()
  const known = progressOf(status)
  return <Chip {...progressLook[known]}>{text(`schedules.courseStatus${known}`)}</Chip>
}

import { usePlayer } from '../api/player-context.tsx'
import { Chip } from '../ui/chip.tsx'
import { courseLook, courseStatusOf } from '../ui/course-look.ts'

/** A status in words, with a shape of its own. */
export const StatusChip = ({ status }: { readonly status: number }) => {
  const { text } = usePlayer()
  const known = courseStatusOf(status)
  return <Chip {...courseLook[known]}>{text(`schedules.courseStatus${known}`)}</Chip>
}

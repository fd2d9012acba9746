import { officeGroup, officeGroups, officePeople, officePerson, officePersonTimeline } from '@sitwell/contract'
import { useQueryClient } from '@tanstack/react-query'

/** Has every page that shows groups or their members read them again. */
export const useReadGroupsAgain = () => {
  const queries = useQueryClient()
  return () => {
    for (const { name } of [officeGroup, officeGroups, officePeople, officePerson, officePersonTimeline])
      void queries.invalidateQueries({ queryKey: [name] })
  }
}

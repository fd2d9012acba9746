/** In the place of a room in an address: the people who have none. */
export const noRoomId = 'none'

/** The page of all rooms of a delivery within the office, and that of one of them. */
export const roomsPath = (deliveryID: string): string => `/live/delivery/${encodeURIComponent(deliveryID)}/rooms`
export const roomPath = (deliveryID: string, roomID: string | undefined): string =>
  `${roomsPath(deliveryID)}/${encodeURIComponent(roomID ?? noRoomId)}`

/**
 * The marks of the seats and the little buildings, drawn by us on a field of 24 by 24.
 * One path each, filled with the even-odd rule: sharp at every size, and told apart by outline alone.
 */
export { SEAT_SHAPES as MARKS, shapeOf as markOf, type SeatShape as Mark } from '../ui/seats'

/** Little buildings, standing on the lower edge of the field. */
export const HOUSE = 'M12 3 23 13h-3v9h-5.5v-6h-5v6H4v-9H1L12 3Z'
export const VILLA = 'M12 2 23 9.5h-2V22h-5v-6.5H8V22H3V9.5H1L12 2Zm-2 6.5v3h4v-3h-4Z'
export const HOTEL =
  'M11 1h2v3h8.5v3H20v15h-5.5v-5h-5v5H4V7H2.5V4H11V1ZM6.5 9v3H9V9H6.5Zm4.2 0v3h2.6V9h-2.6ZM15 9v3h2.5V9H15Z'

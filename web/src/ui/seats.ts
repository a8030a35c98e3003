/** Eight marks for eight seats: a shape each, drawn on a field of 24, and a colour each (--seat-N in app.css). */

export interface SeatShape {
  /** Its name in the words: `ui.mark.castle`. */
  id: string
  /** The silhouette, to be filled (evenodd), on a field of 24 by 24. */
  path: string
}

export const SEAT_SHAPES: readonly SeatShape[] = [
  {
    id: 'castle',
    path: 'M5 4h3v2.4h2.4V4h3.2v2.4H16V4h3v6l-1.6 1.4V18H19v2.5H5V18h1.6v-6.6L5 10zM12 13a2 2 0 0 0-2 2v3.2h4V15a2 2 0 0 0-2-2z',
  },
  { id: 'boat', path: 'M11 2.5v12H4.2C5 9.5 7.5 5 11 2.5zM12.8 5.5c3.7 1.6 6 4.9 6.7 9h-6.7zM3 16.3h18c-.9 2.9-2.9 4.6-5.6 4.7H8.6C5.9 20.9 3.9 19.2 3 16.3z' },
  { id: 'lantern', path: 'M12 1.8a2.6 2.6 0 0 1 2.5 3.3l2.7 2.4v1.7H6.8V7.5l2.7-2.4A2.6 2.6 0 0 1 12 1.8zM7.3 10.5h9.4L18 18.7H6zM9.6 12.3l-.6 4.6h6l-.6-4.6zM5.6 20h12.8v2.2H5.6z' },
  { id: 'cypress', path: 'M12 1.5c3.2 4.2 4.9 8 4.9 11.2 0 3.1-1.4 5.1-3.7 5.7v1.4h3v2.7H7.8v-2.7h3v-1.4c-2.3-.6-3.7-2.6-3.7-5.7 0-3.2 1.7-7 4.9-11.2z' },
  { id: 'balloon', path: 'M12 1.8c4.4 0 7.4 3 7.4 6.9 0 3.3-2.6 5.7-4.5 7.6H9.1c-1.9-1.9-4.5-4.3-4.5-7.6 0-3.9 3-6.9 7.4-6.9zM9.4 17.9h5.2l-.7 4.3h-3.8z' },
  { id: 'bell', path: 'M10.7 2h2.6v2.1c3 .7 4.7 3 4.7 6.3 0 3.7.8 5.5 2.6 7.1v1.6H3.4v-1.6C5.2 15.9 6 14.1 6 10.4c0-3.3 1.7-5.6 4.7-6.3zM9.6 20.2h4.8a2.4 2.4 0 0 1-4.8 0z' },
  { id: 'key', path: 'M12 1.7a4.9 4.9 0 0 1 1.5 9.5v5.3h3.7v2.2h-1.5v1.6h1.5v2h-6.7V11.2A4.9 4.9 0 0 1 12 1.7zM12 4.5a2.1 2.1 0 1 0 0 4.2 2.1 2.1 0 0 0 0-4.2z' },
  { id: 'snail', path: 'M9.2 5.2a6.3 6.3 0 0 1 6.3 6.3v.6c0 2.1.8 3.7 2.1 3.7 1.1 0 1.5-1 1.5-2.6V9.6l-1.7-3.3 1.5-.8 1.3 2.5 1.3-2.5 1.5.8-1.7 3.3v4.2c0 3.8-2.3 6.6-6.1 6.6H2.4l1.5-2.3h2.3a6.3 6.3 0 0 1 3-12.9zM9.3 8.1a3.5 3.5 0 1 0 3.4 3.5 1.2 1.2 0 0 0-2.4 0 1 1 0 0 1-2 0 1.2 1.2 0 0 1 .3-.8z' },
]

/** The shape of a seat. */
export function shapeOf(seat: number): SeatShape {
  return SEAT_SHAPES[seat % SEAT_SHAPES.length] as SeatShape
}

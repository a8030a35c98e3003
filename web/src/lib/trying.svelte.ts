/** Requests that are sent again, outside of a table's own connection: how many, and whether the server says that it cannot save. */
export const trying = $state({ count: 0, unsaved: false })

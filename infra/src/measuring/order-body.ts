/** Gives what a person sends to order pieces of a tool. */
export function orderBody({ email }: { email: string }, toolId: string | undefined, { quantity = 1 } = {}) {
  return { toolId, email, address: '12 Lake Road, Dhanmondi', city: 'Dhaka', zip: '1207', quantity };
}

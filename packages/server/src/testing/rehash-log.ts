// Makes every hash of the audit log anew, as if its lines had always been what they are: what
// somebody with all the keys would do after changing one. For tests of what notices it even so.

export const REHASH_LOG = `do $$
  declare
    link bytea := decode(repeat('00', 32), 'hex');
    line record;
  begin
    for line in select seq, body from audit_log order by seq loop
      update audit_log set prev_hash = link, hash = sha256(link || convert_to(line.body, 'UTF8'))
      where seq = line.seq returning hash into link;
    end loop;
    update audit_head set hash = link;
  end $$;`;

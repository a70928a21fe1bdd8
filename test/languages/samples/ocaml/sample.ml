(* A table of words, (* nested *) and a few functions. *)
open Printf

module Table = Map.Make (String)

exception Missing of string * int

type shape =
  | Circle of float
  | Square of { side : float; name : string }
  | Point

type 'a node = { value : 'a; mutable next : 'a node option }

let pi = 3.14159

let area = function
  | Circle r -> pi *. r *. r
  | Square { side; _ } -> side *. side
  | Point -> 0.

let rec count ?(start = 0) table = function
  | [] -> table
  | word :: rest ->
    let known = try Table.find word table with Not_found -> start in
    count ~start (Table.add word (known + 1) table) rest

let find word table =
  match Table.find_opt word table with
  | Some n when n > 1 -> n
  | Some n -> n
  | None -> raise (Missing (word ^ " isn't \"here\" (", 1))

class counter initial =
  object (self)
    val mutable total = initial
    method add n = total <- total + n; self#show
    method private show = printf "total: %d\n" total
  end

let () =
  let table = count Table.empty [ "a"; "b]"; "a" ] in
  let c = new counter 1 in
  for i = 1 to 3 do
    c#add i
  done;
  begin
    try printf "%d %c\n" (find "none" table) '\''
    with Missing (text, _) -> prerr_endline text
  end;
  let areas = List.map area [ Circle 1.5; Square { side = 2.; name = "s{" }; Point ] in
  if List.length areas > 2 then List.iter (fun a -> printf "%.2f\n" a) areas else ()

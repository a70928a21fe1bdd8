{-# LANGUAGE LambdaCase #-}
-- | Trees, and what can be done with them.
module Main (main, Tree (..)) where

import qualified Data.Map as Map
import Data.List (sortBy, foldl')

data Tree a
  = Leaf
  | Node { left :: Tree a, value :: a, right :: Tree a }
  deriving (Show, Eq)

newtype Count = Count Int

class Sized f where
  size :: f a -> Int

instance Sized Tree where
  size Leaf = 0
  size (Node l _ r) = size l + 1 + size r

{- Puts a value
   where it belongs. -}
insert :: Ord a => a -> Tree a -> Tree a
insert x Leaf = Node Leaf x Leaf
insert x t@(Node l v r)
  | x < v = t { left = insert x l }
  | x > v = t { right = insert x r }
  | otherwise = t

toList :: Tree a -> [a]
toList = \case
  Leaf -> []
  Node l v r -> toList l ++ [v] ++ toList r

describe :: Int -> String
describe n = case n of
  0 -> "nothing \"here\" ("
  _ | even n -> "even"
    | otherwise -> if n > 10 then "many" else "few ]"

main :: IO ()
main = do
  let tree = foldl' (flip insert) Leaf [3, 1, 2 :: Int]
      counts = Map.fromListWith (+) [(c, 1 :: Int) | c <- "hello{", c /= '\'']
  mapM_ print (sortBy (\a b -> compare b a) (toList tree))
  putStrLn $ describe (size tree) ++ "\n" ++ show (Map.toList counts)
  where
    _unused = ()

# A dump, for MySQL.
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `order items`;
CREATE TABLE `order items` (
  `id` int(11) unsigned NOT NULL AUTO_INCREMENT,
  `order` varchar(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL COMMENT 'the "number"',
  `state` enum('new','paid') NOT NULL DEFAULT 'new',
  `at` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (`id`),
  KEY `by_state` (`state`, `at`),
  UNIQUE KEY `number` (`order`(10))
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4;
LOCK TABLES `order items` WRITE;
INSERT INTO `order items` VALUES (1,'A-1','new','2024-01-01 00:00:00'),(2,NULL,'paid','2024-01-02 00:00:00');
UNLOCK TABLES;
INSERT IGNORE INTO `order items` (`order`) VALUES ('A-2') ON DUPLICATE KEY UPDATE `state` = VALUES(`state`), `at` = NOW();
REPLACE INTO `order items` SET `order` = 'A-3', `state` = IF(1 > 2, 'new', 'paid');
SELECT SQL_NO_CACHE.`id`, GROUP_CONCAT(DISTINCT `state` ORDER BY `id` SEPARATOR '|') FROM `order items` AS SQL_NO_CACHE WHERE `order` RLIKE '^A' AND `id` <=> NULL AND `id` DIV 2 = 1 GROUP BY 1 LIMIT 5, 10;
UPDATE `order items` SET `state` = 'paid' WHERE `at` < DATE_SUB(NOW(), INTERVAL 1 DAY) ORDER BY `id` LIMIT 1;
CREATE TRIGGER `t` BEFORE INSERT ON `order items` FOR EACH ROW BEGIN
  SET NEW.`order` = UPPER(NEW.`order`);
  IF NEW.`state` = 'new' THEN SET NEW.`at` = NOW();
  END IF;
END;
SELECT CONVERT('1', SIGNED), CAST('2' AS UNSIGNED), `a`.`id` FROM `order items` `a` STRAIGHT_JOIN `order items` `b` ON `a`.`id` = `b`.`id`;
TRUNCATE TABLE `order items`;

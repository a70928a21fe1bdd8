-- A report, for SQL Server.
USE [Sales];
GO
IF OBJECT_ID('dbo.Report', 'U') IS NOT NULL DROP TABLE dbo.Report;
GO
CREATE TABLE [dbo].[Report] (
  [Id] INT IDENTITY(1, 1) NOT NULL,
  [Customer Name] NVARCHAR(100) NULL,
  [Total] DECIMAL(18, 2) NOT NULL CONSTRAINT [DF_Total] DEFAULT (0),
  CONSTRAINT [PK_Report] PRIMARY KEY CLUSTERED ([Id] ASC)
);
GO
INSERT INTO [dbo].[Report] ([Customer Name], [Total]) VALUES (N'Ann', 1.5), (N'Bob', 2);
DECLARE @top INT = 3;
SELECT TOP 3 [r].[Customer Name] AS [Who], SUM([r].[Total]) OVER (PARTITION BY [r].[Id]) AS Total
FROM [dbo].[Report] AS [r]
WHERE [r].[Total] >= @top AND [Customer Name] NOT LIKE N'%x%'
ORDER BY [Who] DESC OFFSET 0 ROWS FETCH NEXT 5 ROWS ONLY;
EXEC sp_help 'dbo.Report';
SELECT a.name INTO #copy FROM sys.tables AS a CROSS JOIN sys.schemas AS b;
PRINT 'done';
